import { calibrationNeeds, chooseExamples } from '@avow/answering/score';
import type { ThresholdName } from '@avow/contract/guardrails';
import type { TenantId } from '@avow/foundation';
import type { BlocksByThreshold } from '@avow/guardrails/policies';
import type { FeedbackStore } from '../feedback-store.ts';
import { buildExamples } from './build-examples.ts';

/**
 * What people said of prompts that were blocked since that time, by the threshold that they reached. As with the labels of
 * answers, visitors have no say, a message counts once, and no end user has more than a fifth of what counts for a threshold.
 */
export async function countBlocks(
  store: Pick<FeedbackStore, 'listBlockLabels'>,
  tenantId: TenantId,
  askedFromMs: number,
): Promise<BlocksByThreshold> {
  const labels = await store.listBlockLabels(tenantId, askedFromMs, calibrationNeeds.examplesMax);
  const blocks: { [Name in ThresholdName]?: NonNullable<BlocksByThreshold[Name]> } = {};
  for (const [threshold, its] of Map.groupBy(buildExamples(labels), (label) => label.threshold)) {
    const counting = chooseExamples(its);
    const right = counting.filter(({ isRight }) => isRight).length;
    blocks[threshold] = {
      ...{ wrong: counting.length - right, right },
      authorCount: new Set(counting.map(({ author }) => author)).size,
      keyCount: new Set(counting.map(({ callerId }) => callerId)).size,
    };
  }
  return blocks;
}
