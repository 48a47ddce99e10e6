import type { StageOutcome } from './guard.ts';

/** Outcomes of one owner by the hash of what was checked. Owners never see each other's outcomes. */
export interface OutcomeCache {
  get(inputHash: string): StageOutcome | undefined;
  set(inputHash: string, outcome: StageOutcome): void;
}

/** For all owners together: an outcome takes about 3 kilobytes. */
const keptMax = 20_000;

/** One cache for all owners, so that its size does not grow with their number. The least recently used entry is evicted. */
export function createOutcomeCache({ outcomesMax } = { outcomesMax: keptMax }): {
  of(owner: string): OutcomeCache;
  /** Removes all outcomes of the owner. */
  clear(owner: string): void;
} {
  const known = new Map<string, StageOutcome>();

  function put(key: string, outcome: StageOutcome): void {
    known.delete(key);
    if (known.size >= outcomesMax) known.delete(known.keys().next().value as string);
    known.set(key, outcome);
  }

  return {
    of: (owner) => ({
      get: (inputHash) => {
        const key = keyOf({ owner, inputHash });
        const outcome = known.get(key);
        if (outcome !== undefined) put(key, outcome);
        return outcome;
      },
      set: (inputHash, outcome) => put(keyOf({ owner, inputHash }), outcome),
    }),
    clear: (owner) => {
      const prefix = keyOf({ owner, inputHash: '' });
      for (const key of known.keys()) if (key.startsWith(prefix)) known.delete(key);
    },
  };
}

/** A hash has no space in it, so two different pairs never have the same key. */
function keyOf({ owner, inputHash }: { readonly owner: string; readonly inputHash: string }): string {
  return `${owner} ${inputHash}`;
}
