import type { QueryResponse, StreamEvent } from '@avow/contract/query';
import { type ReviewEntry, wrongReasons } from '@avow/contract/review';
import {
  type EndingDependencies,
  type OpenMessage,
  recordStoredEnd,
} from '../../path/recording/record-message.ts';
import type { Label } from '../records/record-store.ts';
import type { ReviewDecision } from './review.ts';

/** What a decision says about the score. Null if something else was wrong with the answer. */
export function labelOf(
  { message, content }: OpenMessage,
  decided: Pick<ReviewDecision, 'decision' | 'reason' | 'answer' | 'callerId'> & { readonly nowMs: number },
): Label | null {
  const { scored, held: pending } = content;
  const isRight = verdictOf(decided);
  if (scored === null || pending === null || isRight === null) return null;
  const { score, band } = pending.response.confidence;
  return {
    messageId: message.messageId,
    origin: 'review',
    ...{ author: decided.callerId, callerId: decided.callerId, isFromVisitor: false },
    isRight,
    evidence: scored.evidence,
    ...{ score, band, askedAtMs: message.createdAtMs, labelledAtMs: decided.nowMs },
  };
}

/** Null: the answer may be right. An edit without a reason may only have changed how it says what is right. */
function verdictOf({
  decision,
  reason,
  answer,
}: Pick<ReviewDecision, 'decision' | 'reason' | 'answer'>): boolean | null {
  if (decision === 'deliver' && answer === null) return true;
  if (reason === null) return decision === 'block' ? false : null;
  return (wrongReasons as readonly string[]).includes(reason) ? false : null;
}

interface ReviewEnd {
  readonly response: QueryResponse;
  readonly review: ReviewEntry;
  /** What the decision says about the score. */
  readonly label: Label | null;
}

/** Ends a message that was pending review. False, and nothing changes, if it has ended meanwhile. */
export async function endReview(
  parts: EndingDependencies,
  pending: OpenMessage,
  { response, review, label }: ReviewEnd,
): Promise<boolean> {
  return await recordStoredEnd(parts, pending, {
    ...{ response, review, label, lastEvents: lastEvents(response) },
    tripwireTriggered: pending.message.tripwireTriggered,
    // The idempotency key was settled when the answer became pending review.
    idempotency: null,
  });
}

/** Nothing of the answer was streamed before the decision, so all of it follows now. The guardrail events were. */
function lastEvents(response: QueryResponse): StreamEvent[] {
  const { status, answer, citations } = response;
  const delivered: StreamEvent[] =
    status === 'delivered'
      ? [
          ...citations.map((data) => ({ type: 'message.citation', data }) as const),
          { type: 'message.answer.delta', data: { text: answer, generated: response.generated } },
        ]
      : [];
  return [...delivered, { type: `message.${status}`, data: response } as StreamEvent];
}
