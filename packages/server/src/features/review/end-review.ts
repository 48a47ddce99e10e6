import type { QueryResponse, ReviewEntry, StreamEvent } from '@avow/contract';
import {
  type EndingDependencies,
  type OpenMessage,
  recordStoredEnd,
} from '../../path/recording/record-message.ts';
import type { Label } from '../feedback/label.ts';

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
          { type: 'message.answer.delta', data: { text: answer } },
        ]
      : [];
  return [...delivered, { type: `message.${status}`, data: response } as StreamEvent];
}
