import type { MessageId } from '../interfaces/identity.ts';
import type { StoredCheckpoint } from '../interfaces/log-store.ts';
import type { OutboxEvent } from '../interfaces/outbox-event.ts';
import { makeEvent } from './make-event.ts';

/** The notice that the log of the tenant was signed: how large it is and what its root is, which say nothing of what is in it. */
export function checkpointEvent({ size, root, createdAtMs }: StoredCheckpoint): OutboxEvent {
  return makeEvent('log.checkpoint', createdAtMs, { size, root });
}

/** The notice that the content of a message was erased, so that whoever keeps copies of it can follow: its id alone. */
export function erasedEvent(messageId: MessageId, nowMs: number): OutboxEvent {
  return makeEvent('audit.erased', nowMs, { message_id: messageId });
}
