import type { Band } from '@avow/contract';
import type { Policy } from '../interfaces/guardrail.ts';

/** The band of an answer. `none` is not among them: it says that there is no answer, whatever the score. */
export function bandOf(score: number, thresholds: Policy['bands']): Exclude<Band, 'none'> {
  if (score >= thresholds.high) return 'high';
  return score >= thresholds.medium ? 'medium' : 'low';
}
