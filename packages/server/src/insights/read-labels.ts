import type { TenantId } from '../interfaces/identity.ts';
import type { Period } from '../interfaces/insights.ts';
import type { Label, LearningStore } from '../interfaces/learning-store.ts';
import type { GiveWay } from './create-turns.ts';
import { type SettledLabel, settleLabels } from './settle-labels.ts';

const windowMs = 7 * 86_400_000;
/** Of one window; all of them are at most fourteen. */
const labelsMax = 5_000;

/** What is known of the answers of a period, those asked last first. Read a week at a time: labels are not small. */
export async function readLabels(
  learning: Pick<LearningStore, 'listLabels'>,
  tenantId: TenantId,
  { fromMs, untilMs }: Period,
  giveWay: GiveWay,
): Promise<SettledLabel[]> {
  const labels: Label[] = [];
  for (let endMs = untilMs; endMs > fromMs; endMs -= windowMs) {
    const asked = { askedFromMs: Math.max(fromMs, endMs - windowMs), askedBeforeMs: endMs };
    labels.push(...(await learning.listLabels(tenantId, asked, labelsMax)));
    await giveWay();
  }
  return settleLabels(labels).sort(
    (one, other) => other.askedAtMs - one.askedAtMs || (one.messageId < other.messageId ? 1 : -1),
  );
}
