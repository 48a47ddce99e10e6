import { hash } from 'node:crypto';
import { RecentMap } from '@avow/foundation/concurrency';
import type { StageOutcome } from './guard.ts';

/** Outcomes of one owner by the input that was checked, as one text. Owners never see each other's outcomes. */
export interface OutcomeCache {
  get(input: string): StageOutcome | undefined;
  set(input: string, outcome: StageOutcome): void;
}

interface Kept {
  readonly owner: string;
  readonly outcome: StageOutcome;
}

/** For all owners together: an outcome takes about 3 kilobytes. */
const keptMax = 20_000;

/** One cache for all owners, so that its size does not grow with their number. The least recently used entry is evicted. */
export function createOutcomeCache({ outcomesMax } = { outcomesMax: keptMax }): {
  /** `scope`: what else an outcome depends on, such as the policy. */
  of(owner: string, scope: string): OutcomeCache;
  /** Removes all outcomes of the owner. */
  clear(owner: string): void;
} {
  const known = new RecentMap<string, Kept>(outcomesMax);
  return {
    of: (owner, scope) => {
      const prefix = JSON.stringify([owner, scope]);
      // Not the text itself: it may contain data that must not be kept.
      const keyOf = (input: string) => hash('sha256', prefix + input, 'base64');
      return {
        get: (input) => known.get(keyOf(input))?.outcome,
        set: (input, outcome) => known.set(keyOf(input), { owner, outcome }),
      };
    },
    clear: (owner) => known.deleteWhere((kept) => kept.owner === owner),
  };
}
