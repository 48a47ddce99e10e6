import type { EventId } from '../ids/identity.ts';

/** A thin notice for the outbox: ids and states, never a question or an answer. */
export interface OutboxEvent {
  readonly eventId: EventId;
  readonly type: string;
  readonly body: string;
}
