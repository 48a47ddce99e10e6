import type { ScoredOutcome } from './scored-outcome.ts';

/** The mean square of what the scores were off by: 0 is perfect, 0.25 is what a constant 0.5 gets; 0 where there are none. */
export function brierScore(scored: readonly ScoredOutcome[]): number {
  let sum = 0;
  for (const { score, isRight } of scored) sum += (score - (isRight ? 1 : 0)) ** 2;
  return sum / Math.max(1, scored.length);
}
