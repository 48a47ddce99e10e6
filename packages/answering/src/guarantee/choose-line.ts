import { binomialAtMost, shareAtMost } from '@avow/foundation/statistics';

/** A planned line, with what the checks found above it. */
export interface CheckedLine {
  readonly line: number;
  /** Answers of the draw that have this score or more, checked or not. */
  readonly drawn: number;
  /** Of them, those that were found right. */
  readonly right: number;
}

export interface ChosenLine {
  readonly line: number;
  readonly answers: number;
  /** Answers that were not found right. */
  readonly wrong: number;
  /** The share that is wrong above the line is at most this, with the error of the draw. */
  readonly wrongAtMost: number;
}

/**
 * The lowest line for which at most `wrongMax` of the answers above it are wrong. Lines are tested in the given order, the
 * strictest first, each exactly and with the whole error, until one fails: a false line is accepted only if the first false
 * one in this order is, so the error is not spent several times. An answer that was not checked, or that is no longer stored,
 * counts as wrong, so that looking early, or leaving out what is hard to decide, never helps. Null: the first line fails.
 */
export function chooseLine(
  strictestFirst: readonly CheckedLine[],
  { wrongMax, error }: { readonly wrongMax: number; readonly error: number },
): ChosenLine | null {
  let chosen: ChosenLine | null = null;
  for (const { line, drawn, right } of strictestFirst) {
    const wrong = drawn - right;
    if (drawn === 0 || binomialAtMost({ hits: wrong, trials: drawn, chance: wrongMax }) > error) break;
    const wrongAtMost = shareAtMost({ hits: wrong, trials: drawn, error });
    chosen = { line, answers: drawn, wrong, wrongAtMost };
  }
  return chosen;
}
