import { binomialAtMost } from '@avow/foundation/statistics';

/** How sure the guarantee is: of all that are given, at most one in twenty does not hold. */
export const guaranteeLevel = 0.95;

/** The first draw may err so often, and each further one without a guarantee a fifth of the one before: in all 0.05. */
const firstError = 0.04;
const nextShare = 0.2;

/**
 * How often a draw may lead to a line that does not hold. Somebody who draws until chance helps would find a line:
 * all draws of a series share the error of the level.
 */
export function errorOfAttempt(attempt: number): number {
  return firstError * nextShare ** (attempt - 1);
}

/** Guarantees need tens to thousands of answers; a search ends here. */
const answersSearchedMax = 100_000;

/** The smallest number of checked answers that shows a guarantee if so many of them are wrong. */
export function answersNeeded({
  wrongMax,
  error,
  wrong = 0,
}: {
  readonly wrongMax: number;
  readonly error: number;
  readonly wrong?: number;
}): number {
  let [tooFew, enough] = [wrong, wrong + 1];
  const isEnough = (trials: number) => binomialAtMost({ hits: wrong, trials, chance: wrongMax }) <= error;
  while (!isEnough(enough) && enough < answersSearchedMax) [tooFew, enough] = [enough, enough * 2];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
