import { insightLimits } from '@avow/contract';
import type { GiveWay, TenantId } from '@avow/foundation';
import type { FeedbackStore } from '../../feedback/feedback-store.ts';
import type { Label } from '../../records/record-store.ts';
import type { Period } from '../insights.ts';
import { type ResolvedLabel, resolveLabels } from './resolve-labels.ts';

const windowMs = 7 * 86_400_000;
/** Per window; there are at most fourteen windows. */
const labelsMax = insightLimits.labelsPerWeekMax;

export interface ReadLabels {
  /** Most recently asked first. */
  readonly labels: ResolvedLabel[];
  /** Whether some window had more labels than were read. */
  readonly isTruncated: boolean;
}

/** Reads the labels of a period, one week at a time because labels are large. */
export async function readLabels(
  feedback: Pick<FeedbackStore, 'listLabels'>,
  tenantId: TenantId,
  { fromMs, untilMs }: Period,
  giveWay: GiveWay,
): Promise<ReadLabels> {
  const labels: Label[] = [];
  let isTruncated = false;
  for (let endMs = untilMs; endMs > fromMs; endMs -= windowMs) {
    const asked = { askedFromMs: Math.max(fromMs, endMs - windowMs), askedBeforeMs: endMs };
    // Apart, so that no number of visitors displaces what others said.
    for (const selection of ['others', 'visitors'] as const) {
      // One more than the limit shows whether there are more.
      const found = await feedback.listLabels(tenantId, { ...asked, selection }, labelsMax + 1);
      if (found.length > labelsMax) isTruncated = true;
      for (const label of found.slice(0, labelsMax)) labels.push(label);
    }
    await giveWay();
  }
  const settled = resolveLabels(labels).sort(
    (one, other) => other.askedAtMs - one.askedAtMs || (one.messageId < other.messageId ? 1 : -1),
  );
  return { labels: settled, isTruncated };
}
