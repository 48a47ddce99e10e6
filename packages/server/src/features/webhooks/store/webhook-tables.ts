import { blob, defineTable, integer, oneOf, optional, sequence, text } from '@avow/storage';

export const webhookEndpoints = defineTable(
  'webhook_endpoints',
  {
    tenant_id: text('REFERENCES tenants'),
    endpoint_id: text(),
    description: text(),
    event_types: optional(text()),
    content_by: optional(text()),
    status: oneOf('enabled', 'disabled'),
    disabled_reason: optional(oneOf('request', 'gone', 'failing')),
    created_at_ms: integer(),
    created_by: text(),
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

export const webhookDeliveries = defineTable(
  'webhook_deliveries',
  {
    seq: sequence(),
    tenant_id: text(),
    endpoint_id: text(),
    event_id: text(),
    type: text(),
    message_id: optional(text()),
    status: oneOf('pending', 'delivered', 'dead'),
    attempts: integer(),
    created_at_ms: integer(),
    due_at_ms: integer(),
    give_up_at_ms: integer(),
    attempted_at_ms: optional(integer()),
    outcome: optional(text()),
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
