/** Whose turn it is among owners that share something: of those that wait, the one that was served least recently. */
export interface Turns {
  /** Counts as served. Undefined: nobody waits. */
  readonly next: (waiting: readonly string[]) => string | undefined;
}

/** Owners that do not wait are forgotten beyond so many: then they count as never served. */
const rememberedMax = 100_000;

export function createTurns(): Turns {
  /** Least recently served first. */
  const served = new Set<string>();
  return {
    next: (waiting) => {
      if (waiting.length === 0) return undefined;
      const owners = new Set(waiting);
      const owner =
        owners.values().find((one) => !served.has(one)) ?? served.values().find((one) => owners.has(one));
      if (owner === undefined) return undefined;
      served.delete(owner);
      served.add(owner);
      for (const one of served) {
        if (served.size <= rememberedMax) break;
        if (!owners.has(one)) served.delete(one);
      }
      return owner;
    },
  };
}
