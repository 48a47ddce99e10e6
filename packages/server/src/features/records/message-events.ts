import type { QueryResponse } from '@avow/contract/query';
import { type MessageId, makeEvent, type OutboxEvent } from '@avow/foundation';

/** The events at the end of a message: ids, status and band, never what was asked or answered. */
export function messageEvents(
  response: QueryResponse,
  also: { readonly tripwireTriggered: boolean; readonly nowMs: number },
): OutboxEvent[] {
  const data = {
    message_id: response.message_id,
    request_id: response.request_id,
    thread_id: response.thread_id,
    status: response.status,
    band: response.confidence.band,
  };
  const types = [
    ...(response.status === 'cancelled' ? [] : [`message.${response.status}`]),
    ...(also.tripwireTriggered ? ['guardrail.tripped'] : []),
  ];
  return types.map((type) => makeEvent(type, also.nowMs, data));
}

/** The event that the content of a message was erased, so that holders of copies can erase them too. It contains only the id. */
export function erasedEvent(messageId: MessageId, nowMs: number): OutboxEvent {
  return makeEvent('audit.erased', nowMs, { message_id: messageId });
}
