import type { QueryResponse } from '@avow/contract';
import { makeEvent, type OutboxEvent } from '@avow/foundation';

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
