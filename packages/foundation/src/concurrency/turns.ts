/** Whose turn it is among owners that share something: of those that wait, the one that was served least recently. */
export interface Turns {
  /** Counts as served. Undefined: nobody waits. */
  readonly next: (waiting: readonly string[]) => string | undefined;
  /** Those that wait, each once, in the order in which it is their turn. Counts nothing. */
  readonly order: (waiting: Iterable<string>) => string[];
  /** Counts one as served. */
  readonly serve: (owner: string) => void;
}

/** The owners that were served least recently are forgotten beyond so many: then they count as never served. */
const rememberedMax = 100_000;

export function createTurns(): Turns {
  /** When each was served last, least recently served first. */
  const servedAt = new Map<string, number>();
  let count = 0;
  const order = (waiting: Iterable<string>) =>
    [...new Set(waiting)].sort((one, other) => (servedAt.get(one) ?? 0) - (servedAt.get(other) ?? 0));
  const serve = (owner: string) => {
    count += 1;
    servedAt.delete(owner);
    servedAt.set(owner, count);
    if (servedAt.size > rememberedMax) servedAt.delete(servedAt.keys().next().value as string);
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
