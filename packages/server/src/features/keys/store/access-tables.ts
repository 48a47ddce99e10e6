import type { PackId } from '@avow/foundation';
import { choice, defineTable, integer, json, optional, text } from '@avow/storage';
import type { KeyRow, Tenant } from '../access-store.ts';

export const tenants = defineTable(
  'tenants',
  {
    tenant_id: text<Tenant['tenantId']>(),
    name: text('UNIQUE'),
    status: choice('active', 'suspended'),
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
    tenant_id: text<KeyRow['tenantId']>('REFERENCES tenants'),
    key_id: text<KeyRow['keyId']>(),
    public_id: text('UNIQUE'),
    secret_hmac: text(),
    mode: choice('live', 'test'),
    name: text(),
    scopes: json<KeyRow['scopes']>(),
    created_at_ms: integer(),
    expires_at_ms: integer(),
    revoked_at_ms: optional(integer()),
    rotated_from: optional(text<NonNullable<KeyRow['rotatedFrom']>>()),
    groups: optional(json<readonly string[]>()),
    expiry_noted: integer('DEFAULT 0'),
    origins: optional(json<readonly string[]>()),
    pack_ids: optional(json<readonly PackId[]>()),
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
