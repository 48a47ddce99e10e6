import { type EndpointId, makeEvent, type OutboxEvent } from '@avow/foundation';

/** The event that the service has switched an endpoint off. */
export function endpointDisabledEvent(
  endpointId: EndpointId,
  { reason, nowMs }: { readonly reason: 'gone' | 'failing'; readonly nowMs: number },
): OutboxEvent {
  return makeEvent('webhook_endpoint.disabled', nowMs, { endpoint_id: endpointId, reason });
}

export function testEvent(endpointId: EndpointId, nowMs: number): OutboxEvent {
  return makeEvent('webhook.test', nowMs, { endpoint_id: endpointId });
}
