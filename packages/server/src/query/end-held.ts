import type { QueryResponse, ReviewEntry, StreamEvent } from '@avow/contract';
import { type MessageContent, sealEnvelope } from '../audit/envelope.ts';
import { messageEvents } from '../events/message-events.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { Label } from '../interfaces/learning-store.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';
import type { EndingParts } from './end-unanswered.ts';

/** A message that waits for a person, opened. */
export interface HeldMessage {
  readonly tenantId: TenantId;
  readonly message: StoredMessage;
  readonly content: MessageContent;
}

/** One durable commit that ends a message which waited. False where it has ended in the meantime, and nothing changed. */
export async function endHeld(
  { records, clock, journals }: Pick<EndingParts, 'records' | 'clock' | 'journals'>,
  { tenantId, message, content }: HeldMessage,
  {
    response,
    review,
    label,
  }: {
    readonly response: QueryResponse;
    readonly review: ReviewEntry;
    /** What the decision tells of the score. */
    readonly label: Label | null;
  },
): Promise<boolean> {
  const { response: _before, ...rest } = content;
  const { log: _none, ...row } = message;
  const { messageId, tripwireTriggered } = message;
  const journal = await journals.reopen(tenantId, messageId);
  const ended = await records.finishMessage(
    tenantId,
    {
      ...row,
      status: response.status,
      band: response.confidence.band,
      confidenceScore: response.confidence.score,
      sourceType: response.source_type,
      // What was not given is not kept.
      envelope: sealEnvelope(
        { ...rest, held: null, review },
        { answer: response.answer, responseJson: JSON.stringify(response) },
      ),
    },
    {
      events: messageEvents(response, { tripwireTriggered, nowMs: clock.nowMs() }),
      // The key it came with is settled, and what language models cost is counted, since it began to wait.
      idempotency: null,
      journal: await journal.last(lastEvents(response)),
      cost: null,
      label,
    },
  );
  if (ended === 'already_ended') return false;
  journal.ended();
  return true;
}

/** Nothing of the answer was told before: all of it comes now. Its guardrails were. */
function lastEvents(response: QueryResponse): StreamEvent[] {
  const { status, answer, citations } = response;
  const told: StreamEvent[] =
    status === 'delivered'
      ? [
          ...citations.map((data) => ({ type: 'message.citation', data }) as const),
          { type: 'message.answer.delta', data: { text: answer } },
        ]
      : [];
  return [...told, { type: `message.${status}`, data: response } as StreamEvent];
}
