import { columnsOf } from '@avow/storage';
import type { Sealed, SealedTable } from '@avow/storage/sealing';
import type { KeyRow, KeyWithTenant, Tenant } from '../access-store.ts';

/** A row of `tenants`. */
export interface TenantColumns {
  readonly tenant_id: Tenant['tenantId'];
  readonly name: string;
  readonly status: Tenant['status'];
  readonly created_at_ms: number;
  /** The number of its changes on the log; 0: it is a part of setting up. */
  readonly revision: number;
}

/** A row of `api_keys`. */
export interface KeyColumns {
  readonly tenant_id: KeyRow['tenantId'];
  readonly key_id: KeyRow['keyId'];
  readonly public_id: string;
  readonly secret_hmac: string;
  readonly mode: KeyRow['mode'];
  readonly name: string;
  readonly scopes: string;
  /** A JSON array, or null. */
  readonly groups: string | null;
  /** A JSON array if the key is publishable, or null. */
  readonly origins: string | null;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
  readonly revoked_at_ms: number | null;
  readonly rotated_from: KeyRow['rotatedFrom'];
  readonly revision: number;
}

export interface FoundKey {
  readonly key: KeyColumns;
  readonly tenant: TenantColumns;
}

export const tenantColumns = columnsOf<TenantColumns>()([
  'tenant_id',
  'name',
  'status',
  'created_at_ms',
  'revision',
]);

export const keyColumns = columnsOf<KeyColumns>()([
  'tenant_id',
  'key_id',
  'public_id',
  'secret_hmac',
  'mode',
  'name',
  'scopes',
  'groups',
  'origins',
  'created_at_ms',
  'expires_at_ms',
  'revoked_at_ms',
  'rotated_from',
  'revision',
]);

export const sealedTenants: SealedTable<TenantColumns> = {
  ...{ table: 'tenants', key: ['tenant_id'], columns: tenantColumns, unlogged: [] },
};

export const sealedKeys: SealedTable<KeyColumns> = {
  ...{ table: 'api_keys', key: ['tenant_id', 'key_id'], columns: keyColumns, unlogged: [] },
};

/** The tenant of another row, under names that no other row has. */
export interface OfTenant {
  readonly tenant_name: string;
  readonly tenant_status: Tenant['status'];
  readonly tenant_created_at_ms: number;
  readonly tenant_revision: number;
  readonly tenant_seal: string | null;
}

/** What a SELECT names of it. */
export const selectTenant = `tenants.name AS tenant_name, tenants.status AS tenant_status,
  tenants.created_at_ms AS tenant_created_at_ms, tenants.revision AS tenant_revision, tenants.seal AS tenant_seal`;

export function tenantOf(row: OfTenant & Pick<TenantColumns, 'tenant_id'>): Sealed<TenantColumns> {
  return {
    ...{ tenant_id: row.tenant_id, name: row.tenant_name, status: row.tenant_status },
    ...{ created_at_ms: row.tenant_created_at_ms, revision: row.tenant_revision, seal: row.tenant_seal },
  };
}

export function encodeTenant({ tenantId, name, status, createdAtMs }: Tenant): TenantColumns {
  return { tenant_id: tenantId, name, status, created_at_ms: createdAtMs, revision: 0 };
}

export function decodeTenant(row: TenantColumns): Tenant {
  return { tenantId: row.tenant_id, name: row.name, status: row.status, createdAtMs: row.created_at_ms };
}

export function encodeKey(key: KeyRow): KeyColumns {
  return {
    tenant_id: key.tenantId,
    key_id: key.keyId,
    public_id: key.publicId,
    secret_hmac: key.secretHmac,
    mode: key.mode,
    name: key.name,
    scopes: JSON.stringify(key.scopes),
    groups: key.groups === null ? null : JSON.stringify(key.groups),
    origins: key.origins === null ? null : JSON.stringify(key.origins),
    created_at_ms: key.createdAtMs,
    expires_at_ms: key.expiresAtMs,
    revoked_at_ms: key.revokedAtMs,
    rotated_from: key.rotatedFrom,
    revision: 0,
  };
}

export function decodeKey(row: KeyColumns): KeyRow {
  return {
    tenantId: row.tenant_id,
    keyId: row.key_id,
    publicId: row.public_id,
    secretHmac: row.secret_hmac,
    mode: row.mode,
    name: row.name,
    scopes: JSON.parse(row.scopes),
    groups: row.groups === null ? null : JSON.parse(row.groups),
    origins: row.origins === null ? null : JSON.parse(row.origins),
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
    rotatedFrom: row.rotated_from,
  };
}

export function decodeKeyWithTenant({ key, tenant }: FoundKey): KeyWithTenant {
  return { key: decodeKey(key), tenant: decodeTenant(tenant) };
}
