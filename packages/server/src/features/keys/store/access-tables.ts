import { defineTable, integer, oneOf, optional, text } from '@avow/storage';

export const tenants = defineTable(
  'tenants',
  {
    tenant_id: text(),
    name: text('UNIQUE'),
    status: oneOf('active', 'suspended'),
    created_at_ms: integer(),
    revision: integer('DEFAULT 0'),
    seal: optional(text()),
  },
  {
    key: ['tenant_id'],
    installation: 'SELECT, INSERT',
    tenant: 'SELECT, INSERT, UPDATE',
  },
);

export const apiKeys = defineTable(
  'api_keys',
  {
    tenant_id: text('REFERENCES tenants'),
    key_id: text(),
    public_id: text('UNIQUE'),
    secret_hmac: text(),
    mode: oneOf('live', 'test'),
    name: text(),
    scopes: text(),
    created_at_ms: integer(),
    expires_at_ms: integer(),
    revoked_at_ms: optional(integer()),
    rotated_from: optional(text()),
    groups: optional(text()),
    expiry_noted: integer('DEFAULT 0'),
    origins: optional(text()),
    revision: integer(),
    seal: optional(text()),
  },
  {
    key: ['tenant_id', 'key_id'],
    isAppended: true,
    indexes: ['api_keys_publishable (expires_at_ms) WHERE origins IS NOT NULL'],
    installation: 'SELECT',
  },
);
