import type { Band } from '@avow/contract/values';
import type { Policy } from '@avow/guardrails';

/** The band of an answer. `none` is not among them: it means that there is no answer. */
export function bandOf(score: number, thresholds: Policy['bands']): Exclude<Band, 'none'> {
  if (score >= thresholds.high) return 'high';
  return score >= thresholds.medium ? 'medium' : 'low';
}
