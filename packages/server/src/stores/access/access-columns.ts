import type { KeyRow, KeyWithTenant, Tenant } from '../../access/access-store.ts';
import { columnsOf } from '../sql/columns.ts';

/** A row of `tenants`. */
export interface TenantColumns {
  readonly tenant_id: Tenant['tenantId'];
  readonly name: string;
  readonly status: Tenant['status'];
  readonly created_at_ms: number;
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
}

/** A key, with the columns of its tenant under other names. */
export interface KeyWithTenantColumns extends KeyColumns {
  readonly tenant_name: string;
  readonly tenant_status: Tenant['status'];
  readonly tenant_created_at_ms: number;
}

export const tenantColumns = columnsOf<TenantColumns>()(['tenant_id', 'name', 'status', 'created_at_ms']);

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
]);

export function encodeTenant({ tenantId, name, status, createdAtMs }: Tenant): TenantColumns {
  return { tenant_id: tenantId, name, status, created_at_ms: createdAtMs };
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

export function decodeKeyWithTenant(row: KeyWithTenantColumns): KeyWithTenant {
  return {
    key: decodeKey(row),
    tenant: {
      tenantId: row.tenant_id,
      name: row.tenant_name,
      status: row.tenant_status,
      createdAtMs: row.tenant_created_at_ms,
    },
  };
}
