import { binomialAtLeast } from '@avow/foundation/statistics';
import { scoreShift, shiftByChance } from './score-shift.ts';

/** What was seen since a guarantee came into force. */
export interface DriftSigns {
  /** Answers above the line that were drawn and checked since then: the newest, as a sliding window. */
  readonly checked: { readonly answers: number; readonly wrong: number };
  /** All answers above the line since then, and those that somebody whose word counts called wrong. */
  readonly reported: { readonly answers: number; readonly wrong: number };
  /** Answers by score, before and since. */
  readonly scores: { readonly before: readonly number[]; readonly since: readonly number[] };
  readonly ageMs: number;
}

/** Why a guarantee is no longer supported. */
export type DriftCause = 'checked_wrong' | 'reported_wrong' | 'scores_shifted' | 'expired';

export const watchBounds = {
  /** Chance alone calls a guarantee that holds broken so often, in each look. */
  error: 0.01,
  /** The newest checked answers that are looked at. */
  checkedMax: 300,
  /** A smaller difference of the distribution of scores is an ordinary change of what is asked. */
  shiftMin: 0.2,
  /** Without a new draw it lapses: content and questions change. */
  ageMaxMs: 90 * 86_400_000,
} as const;

/** Why what was seen no longer supports the guarantee; null: it does. */
export function findDrift(signs: DriftSigns, { wrongMax }: { readonly wrongMax: number }): DriftCause | null {
  const { checked, reported, scores, ageMs } = signs;
  if (isMoreWrong(checked, wrongMax)) return 'checked_wrong';
  // Most wrong answers are reported by nobody: if the reports alone are too many, the wrong answers are.
  if (isMoreWrong(reported, wrongMax)) return 'reported_wrong';
  const shift = scoreShift(scores.before, scores.since);
  if (shift >= watchBounds.shiftMin && shift > shiftByChance(scores.before, scores.since))
    return 'scores_shifted';
  return ageMs > watchBounds.ageMaxMs ? 'expired' : null;
}

function isMoreWrong(
  { answers, wrong }: { readonly answers: number; readonly wrong: number },
  wrongMax: number,
): boolean {
  return binomialAtLeast({ hits: wrong, trials: answers, chance: wrongMax }) <= watchBounds.error;
}
