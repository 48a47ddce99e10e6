import { insightLimits } from '@avow/contract/insights';
import { formatTime } from '@avow/contract/values';
import type { MessageId, TenantId } from '@avow/foundation';
import type { GiveWay } from '@avow/foundation/concurrency';
import type { InsightStore, MessageFacts } from './insight-store.ts';
import type { Period } from './insights.ts';

/** What the figures cover, as on the wire. */
export interface Counted {
  readonly from: string;
  readonly to: string;
  readonly counted: number;
  readonly complete: boolean;
}

/** Larger pages would block the reader thread for others. */
const pageSize = 2_000;

/** Visits the finished messages of the period, newest first, up to the limit. */
export async function readMessageFacts(
  insights: Pick<InsightStore, 'listFacts'>,
  tenantId: TenantId,
  period: Period,
  also: {
    readonly giveWay: GiveWay;
    readonly visit: (facts: MessageFacts) => void;
    /** Lowered only in tests. */
    readonly messagesMax?: number;
  },
): Promise<Counted> {
  const { giveWay, visit, messagesMax = insightLimits.messagesMax } = also;
  const bounds = { from: formatTime(period.fromMs), to: formatTime(period.untilMs) };
  let before: MessageId | null = null;
  let counted = 0;
  for (;;) {
    // One more than the limit shows whether there are more.
    const limit = Math.min(pageSize, messagesMax - counted + 1);
    const page: MessageFacts[] = await insights.listFacts(tenantId, period, { before, limit });
    for (const facts of page.slice(0, messagesMax - counted)) visit(facts);
    counted += page.length;
    if (counted > messagesMax) return { ...bounds, counted: messagesMax, complete: false };
    if (page.length < limit) return { ...bounds, counted, complete: true };
    before = page.at(-1)?.messageId ?? null;
    await giveWay();
  }
}

/** Whether the message was answered from a source. */
export function isAnswer({ status, sourceType }: MessageFacts): boolean {
  return status === 'delivered' && sourceType !== 'none';
}

export function isNotCovered({ status, sourceType }: MessageFacts): boolean {
  return status === 'delivered' && sourceType === 'none';
}
