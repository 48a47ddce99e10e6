import type { StageOutcome } from '../interfaces/guard.ts';

/** What was found of texts, by their hashes: of one owner, who never learns what others asked. */
export interface OutcomeMemory {
  recall(textHash: string): StageOutcome | undefined;
  keep(textHash: string, outcome: StageOutcome): void;
}

/** Of all owners together: an outcome takes about 3 kilobytes. */
const keptMax = 20_000;

/** One memory for all, so that its size does not grow with their number. What was asked for last is kept. */
export function createOutcomeMemory({ outcomesMax } = { outcomesMax: keptMax }): {
  of(owner: string): OutcomeMemory;
  /** All that was found of this owner's texts. */
  forget(owner: string): void;
} {
  const known = new Map<string, StageOutcome>();

  function put(key: string, outcome: StageOutcome): void {
    known.delete(key);
    if (known.size >= outcomesMax) known.delete(known.keys().next().value as string);
    known.set(key, outcome);
  }

  return {
    of: (owner) => ({
      recall: (textHash) => {
        const key = keyOf({ owner, textHash });
        const outcome = known.get(key);
        if (outcome !== undefined) put(key, outcome);
        return outcome;
      },
      keep: (textHash, outcome) => put(keyOf({ owner, textHash }), outcome),
    }),
    forget: (owner) => {
      const prefix = keyOf({ owner, textHash: '' });
      for (const key of known.keys()) if (key.startsWith(prefix)) known.delete(key);
    },
  };
}

/** A hash has no space in it, so that no two pairs have one key. */
function keyOf({ owner, textHash }: { readonly owner: string; readonly textHash: string }): string {
  return `${owner} ${textHash}`;
}
