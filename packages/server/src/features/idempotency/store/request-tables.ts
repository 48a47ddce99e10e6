import { blob, defineTable, integer, optional, text } from '@avow/storage';

export const idempotentRequests = defineTable(
  'idempotent_requests',
  {
    tenant_id: text('REFERENCES tenants'),
    name: text(),
    request_hash: text(),
    claim: text(),
    lease_until_ms: integer(),
    expires_at_ms: integer(),
    message_id: optional(text()),
    response: optional(blob()),
  },
  {
    key: ['tenant_id', 'name'],
    indexes: [
      'idempotent_requests_by_expiry (expires_at_ms)',
      'idempotent_requests_by_message (tenant_id, message_id) WHERE message_id IS NOT NULL',
    ],
    installation: 'SELECT, DELETE',
  },
);
