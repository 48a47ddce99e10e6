import { formatTime } from '@avow/contract/values';
import type { WebhookDeliveryEntry, WebhookEndpointEntry, WebhookEventType } from '@avow/contract/webhooks';
import type { WebhookDelivery, WebhookEndpoint } from './webhook-store.ts';

/** Conversions between the code and the wire, for the routes and the command line. */

const timeOf = (atMs: number | null) => (atMs === null ? null : formatTime(atMs));

export function endpointToWire(endpoint: WebhookEndpoint): WebhookEndpointEntry {
  return {
    endpoint_id: endpoint.endpointId,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes as WebhookEventType[] | null,
    include_content: endpoint.contentBy !== null,
    format: endpoint.format,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    failing_since: timeOf(endpoint.failingSinceMs),
    created_at: formatTime(endpoint.createdAtMs),
    created_by: endpoint.createdBy,
    updated_at: formatTime(endpoint.updatedAtMs),
    previous_secret_until: timeOf(endpoint.previousUntilMs),
  };
}

export function deliveryToWire(delivery: WebhookDelivery): WebhookDeliveryEntry {
  return {
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    type: delivery.type as WebhookEventType,
    message_id: delivery.messageId,
    status: delivery.status,
    attempts: delivery.attempts,
    created_at: formatTime(delivery.createdAtMs),
    next_attempt_at: delivery.status === 'pending' ? formatTime(delivery.dueAtMs) : null,
    last_attempt_at: timeOf(delivery.attemptedAtMs),
    outcome: delivery.outcome,
    response_status: delivery.responseStatus,
  };
}
