import { formatTime, insightLimits } from '@avow/contract';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { InsightStore, MessageFacts } from '../interfaces/insight-store.ts';
import type { Period } from '../interfaces/insights.ts';
import type { GiveWay } from './create-turns.ts';

/** What figures were made of, as the wire has it. */
export interface Counted {
  readonly from: string;
  readonly to: string;
  readonly counted: number;
  readonly complete: boolean;
}

/** A page is read at once, and the thread that reads has others waiting. */
const pageSize = 2_000;

/** Shows every message of the period that has ended, newest first, up to the limit. */
export async function readFacts(
  insights: Pick<InsightStore, 'listFacts'>,
  tenantId: TenantId,
  period: Period,
  also: {
    readonly giveWay: GiveWay;
    readonly visit: (facts: MessageFacts) => void;
    /** Lower in tests alone. */
    readonly messagesMax?: number;
  },
): Promise<Counted> {
  const { giveWay, visit, messagesMax = insightLimits.messagesMax } = also;
  const bounds = { from: formatTime(period.fromMs), to: formatTime(period.untilMs) };
  let before: MessageId | null = null;
  let counted = 0;
  for (;;) {
    // One more than are counted tells whether these are all.
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

/** Whether it is an answer: something was said, from something. */
export function isAnswer({ status, sourceType }: MessageFacts): boolean {
  return status === 'delivered' && sourceType !== 'none';
}

export function isNotCovered({ status, sourceType }: MessageFacts): boolean {
  return status === 'delivered' && sourceType === 'none';
}
