/**
 * Whose turn it is among owners that share something: of those that wait, the one that was served least; among equals, the one
 * that was served least recently. Nobody saves up turns: one that did not wait is as far as the owner that is served now.
 */
export interface Turns {
  /** Counts as served. Undefined: nobody waits. */
  readonly next: (waiting: readonly string[]) => string | undefined;
  /** Those that wait, each once, in the order in which it is their turn. Counts nothing. */
  readonly order: (waiting: Iterable<string>) => string[];
  /** Counts one as served. `cost`: how much of what is shared that takes, if it is not the same for all; left out: 1. */
  readonly serve: (owner: string, cost?: number) => void;
}

/** The owners that were served least recently are forgotten beyond so many: then they count as never served. */
const rememberedMax = 100_000;
const neverServed = { dueFrom: 0, servedAt: 0 };

export function createTurns(): Turns {
  /** Least recently served first. `dueFrom`: how far the owner that is served must be before it is this one's turn. */
  const known = new Map<string, { readonly dueFrom: number; readonly servedAt: number }>();
  let count = 0;
  /** How far the owner was that was served last. */
  let reached = 0;
  const standOf = (owner: string) => {
    const { dueFrom, servedAt } = known.get(owner) ?? neverServed;
    return { owner, dueFrom: Math.max(reached, dueFrom), servedAt };
  };
  const order = (waiting: Iterable<string>) =>
    Array.from(new Set(waiting), standOf)
      .sort((one, other) => one.dueFrom - other.dueFrom || one.servedAt - other.servedAt)
      .map(({ owner }) => owner);
  const serve = (owner: string, cost = 1) => {
    count += 1;
    reached = standOf(owner).dueFrom;
    known.delete(owner);
    known.set(owner, { dueFrom: reached + cost, servedAt: count });
    if (known.size > rememberedMax) known.delete(known.keys().next().value as string);
  };
  return {
    order,
    serve,
    next: (waiting) => {
      const [owner] = order(waiting);
      if (owner !== undefined) serve(owner);
      return owner;
    },
  };
}
