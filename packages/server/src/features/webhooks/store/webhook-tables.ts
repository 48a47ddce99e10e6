import type { EndpointId, EventId, MessageId } from '@avow/foundation';
import { blob, choice, defineTable, integer, json, optional, type Row, sequence, text } from '@avow/storage';
import type { DeliveryOutcome, WebhookEndpoint } from '../webhook-store.ts';

/** The address of an endpoint and its signing secrets are sealed under a secret of its own. */
export const webhookEndpoints = defineTable(
  'webhook_endpoints',
  {
    tenant_id: text('REFERENCES tenants'),
    endpoint_id: text<EndpointId>(),
    description: text(),
    event_types: optional(json<readonly string[]>()),
    content_by: optional(text<NonNullable<WebhookEndpoint['contentBy']>>()),
    format: choice('event', 'slack', 'teams'),
    status: choice('enabled', 'disabled'),
    disabled_reason: optional(choice('request', 'gone', 'failing')),
    created_at_ms: integer(),
    created_by: text<WebhookEndpoint['createdBy']>(),
    updated_at_ms: integer(),
    failing_since_ms: optional(integer()),
    failed_attempts: integer(),
    previous_until_ms: optional(integer()),
    secret_no: integer(),
    sealed: blob(),
  },
  {
    key: ['tenant_id', 'endpoint_id'],
    constraints: ["CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL))"],
    indexes: ['webhook_endpoints_rotated (previous_until_ms) WHERE previous_until_ms IS NOT NULL'],
    installation: 'SELECT',
  },
);

/**
 * An event of the outbox on its way to an endpoint: like the event it has ids and states, and no content. Until its lease ends,
 * an attempt under way is due at that time.
 */
export const webhookDeliveries = defineTable(
  'webhook_deliveries',
  {
    seq: sequence(),
    tenant_id: text(),
    endpoint_id: text<EndpointId>(),
    event_id: text<EventId>(),
    type: text(),
    message_id: optional(text<MessageId>()),
    status: choice('pending', 'delivered', 'dead'),
    attempts: integer(),
    created_at_ms: integer(),
    due_at_ms: integer(),
    give_up_at_ms: integer(),
    attempted_at_ms: optional(integer()),
    outcome: optional(text<DeliveryOutcome>()),
    response_status: optional(integer()),
    body: text(),
  },
  {
    key: ['tenant_id', 'seq'],
    constraints: [
      'UNIQUE (tenant_id, endpoint_id, event_id)',
      'FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, endpoint_id) ON DELETE CASCADE',
    ],
    indexes: [
      'webhook_deliveries_by_endpoint (tenant_id, endpoint_id, seq)',
      "webhook_deliveries_pending (tenant_id, endpoint_id, due_at_ms, seq) WHERE status = 'pending'",
      "webhook_deliveries_in_order (tenant_id, endpoint_id, message_id, seq) WHERE status = 'pending'",
      "webhook_deliveries_dead (tenant_id, endpoint_id, seq) WHERE status = 'dead'",
      'webhook_deliveries_by_time (created_at_ms)',
    ],
    installation: 'SELECT, INSERT, DELETE',
  },
);

export const deliveries = webhookDeliveries.without('tenant_id', 'body');
export type DeliveryRow = Row<typeof deliveries>;
