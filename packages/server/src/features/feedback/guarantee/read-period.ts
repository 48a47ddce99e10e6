import type { ScoredBy } from '@avow/answering/guarantee';
import { type ConfidenceModel, nameModel, type StoredCalibration } from '@avow/answering/score';
import type { MessageId, TenantId } from '@avow/foundation';
import { createYielder } from '@avow/foundation/concurrency';
import type { InsightStore } from '../../insights/insight-store.ts';
import type { Period } from '../../insights/insights.ts';

/** An answer of a period, as far as it is needed to draw it. */
export interface PeriodAnswer {
  readonly messageId: MessageId;
  readonly score: number;
  readonly band: string;
  readonly askedAtMs: number;
}

/** Larger pages would block the reader thread for others. */
const pageSize = 2_000;

/** The delivered answers of a period, newest first: at most those among the newest `messagesMax` messages. */
export async function readPeriod(
  insights: Pick<InsightStore, 'listFacts'>,
  tenantId: TenantId,
  { period, messagesMax }: { readonly period: Period; readonly messagesMax: number },
): Promise<{ readonly answers: PeriodAnswer[]; readonly fromMs: number }> {
  const giveWay = createYielder();
  const answers: PeriodAnswer[] = [];
  let [before, counted]: [MessageId | null, number] = [null, 0];
  while (counted < messagesMax) {
    const limit = Math.min(pageSize, messagesMax - counted);
    const page = await insights.listFacts(tenantId, period, { before, limit });
    for (const { messageId, status, sourceType, confidenceScore: score, band, createdAtMs } of page)
      if (status === 'delivered' && sourceType !== 'none')
        answers.push({ messageId, score, band, askedAtMs: createdAtMs });
    counted += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return { answers, fromMs: period.fromMs };
    before = last.messageId;
    await giveWay();
  }
  return { answers, fromMs: answers.at(-1)?.askedAtMs ?? period.fromMs };
}

/** What scores now, and since when. */
export function scoredByNow(
  model: ConfidenceModel,
  calibration: StoredCalibration | null,
): ScoredBy & { readonly sinceMs: number } {
  const name = nameModel(model);
  if (calibration === null) return { model: name, calibration: null, sinceMs: 0 };
  const isUsed = calibration.fit !== null && calibration.model === name;
  return {
    ...{ model: name, calibration: isUsed ? calibration.revision : null },
    sinceMs: calibration.createdAtMs,
  };
}
