import type { TenantId } from '@avow/foundation';
import type { ThresholdName, WronglyBlocked } from '@avow/guardrails';
import { calibrationNeeds, chooseExamples } from '../confidence/fit-calibration.ts';
import { buildExamples } from './build-examples.ts';
import type { FeedbackStore } from './feedback-store.ts';

/**
 * How many more blocked prompts were called harmless than rightly blocked, by the threshold that they reached. As with the
 * labels of answers, a message counts once, and no end user has more than a fifth of what counts for a threshold.
 */
export async function countWronglyBlocked(
  store: Pick<FeedbackStore, 'listBlockLabels'>,
  tenantId: TenantId,
): Promise<WronglyBlocked> {
  const labels = await store.listBlockLabels(tenantId, calibrationNeeds.examplesMax);
  const counts: Partial<Record<ThresholdName, number>> = {};
  for (const [threshold, its] of Map.groupBy(buildExamples(labels), (label) => label.threshold))
    counts[threshold] = chooseExamples(its).reduce((sum, { isRight }) => sum + (isRight ? -1 : 1), 0);
  return counts;
}
