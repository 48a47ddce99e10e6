import type { ScoredOutcome } from './scored-outcome.ts';

/** The mean squared error of the scores: 0 is perfect, a constant 0.5 gets 0.25. 0 if there are none. */
export function brierScore(scored: readonly ScoredOutcome[]): number {
  let sum = 0;
  for (const { score, isRight } of scored) sum += (score - (isRight ? 1 : 0)) ** 2;
  return sum / Math.max(1, scored.length);
}
