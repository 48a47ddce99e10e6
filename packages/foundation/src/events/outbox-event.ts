import type { EventId, MessageId } from '../ids/identity.ts';

/** A thin notice for the outbox: ids and states, never a question or an answer. */
export interface OutboxEvent {
  readonly eventId: EventId;
  readonly type: string;
  /** The message that it reports on: those of one message are delivered in order. */
  readonly messageId: MessageId | null;
  readonly body: string;
}
