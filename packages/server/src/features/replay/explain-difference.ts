import type { Cause, Explain } from './cause.ts';
import type { Circumstances } from './circumstances.ts';
import type { Difference } from './difference.ts';
import {
  byEmbeddedModel,
  byEvidence,
  byLanguageModel,
  byMissingModel,
  byOtherAnswer,
  byScoring,
  bySpentBudget,
} from './explain-by-models.ts';
import {
  byCache,
  byDegradation,
  byFallback,
  byHistory,
  byLookedUpAs,
  byRedaction,
  byRestriction,
  byReview,
} from './explain-by-record.ts';

/** The most certain causes first. */
const explanations: readonly Explain[] = [
  byReview,
  byRestriction,
  byHistory,
  byRedaction,
  byMissingModel,
  bySpentBudget,
  byEmbeddedModel,
  byScoring,
  byFallback,
  byCache,
  byDegradation,
  byLanguageModel,
  byLookedUpAs,
  byOtherAnswer,
  byEvidence,
];

/** Every known cause; empty if none is known: possible causes are not reported. */
export function explainDifference(difference: Difference, circumstances: Circumstances): Cause[] {
  return explanations.flatMap((explain) => explain(difference, circumstances) ?? []);
}
