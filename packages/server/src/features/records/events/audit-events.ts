import type { MessageId, OutboxEvent } from '@avow/foundation';
import { makeEvent } from '@avow/foundation';

/** The event that the content of a message was erased, so that holders of copies can erase them too. It contains only the id. */
export function erasedEvent(messageId: MessageId, nowMs: number): OutboxEvent {
  return makeEvent('audit.erased', nowMs, { message_id: messageId });
}
