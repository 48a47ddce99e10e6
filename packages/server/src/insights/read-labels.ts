import { insightLimits } from '@avow/contract';
import type { TenantId } from '../interfaces/identity.ts';
import type { Period } from '../interfaces/insights.ts';
import type { Label, LearningStore } from '../interfaces/learning-store.ts';
import type { GiveWay } from './create-turns.ts';
import { type SettledLabel, settleLabels } from './settle-labels.ts';

const windowMs = 7 * 86_400_000;
/** Of one window; all of them are at most fourteen. */
const labelsMax = insightLimits.labelsPerWeekMax;

export interface ReadLabels {
  /** Those asked last first. */
  readonly labels: SettledLabel[];
  /** Whether there were more in some window than are read. */
  readonly isTruncated: boolean;
}

/** What is known of the answers of a period. Read a week at a time: labels are not small. */
export async function readLabels(
  learning: Pick<LearningStore, 'listLabels'>,
  tenantId: TenantId,
  { fromMs, untilMs }: Period,
  giveWay: GiveWay,
): Promise<ReadLabels> {
  const labels: Label[] = [];
  let isTruncated = false;
  for (let endMs = untilMs; endMs > fromMs; endMs -= windowMs) {
    const asked = { askedFromMs: Math.max(fromMs, endMs - windowMs), askedBeforeMs: endMs };
    // One more than are read tells whether there are more.
    const found = await learning.listLabels(tenantId, asked, labelsMax + 1);
    if (found.length > labelsMax) isTruncated = true;
    labels.push(...found.slice(0, labelsMax));
    await giveWay();
  }
  const settled = settleLabels(labels).sort(
    (one, other) => other.askedAtMs - one.askedAtMs || (one.messageId < other.messageId ? 1 : -1),
  );
  return { labels: settled, isTruncated };
}
