import type { KeyRow, KeyWithTenant, Tenant } from '../../interfaces/access-store.ts';

export type TenantColumns = readonly [
  tenantId: Tenant['tenantId'],
  name: string,
  status: Tenant['status'],
  createdAtMs: number,
];

export type KeyColumns = readonly [
  tenantId: KeyRow['tenantId'],
  keyId: KeyRow['keyId'],
  publicId: string,
  secretHmac: string,
  mode: KeyRow['mode'],
  name: string,
  scopes: string,
  createdAtMs: number,
  expiresAtMs: number,
  revokedAtMs: number | null,
  rotatedFrom: KeyRow['rotatedFrom'],
];

/** The columns in the order of the two types above. */
export const tenantColumnsSql = 'tenants.tenant_id, tenants.name, tenants.status, tenants.created_at_ms';
export const keyColumnsSql = [
  'tenant_id',
  'key_id',
  'public_id',
  'secret_hmac',
  'mode',
  'name',
  'scopes',
  'created_at_ms',
  'expires_at_ms',
  'revoked_at_ms',
  'rotated_from',
]
  .map((column) => `api_keys.${column}`)
  .join(', ');
export const insertKeySql = `INSERT INTO api_keys (${keyColumnsSql.replaceAll('api_keys.', '')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function encodeTenant(tenant: Tenant): TenantColumns {
  return [tenant.tenantId, tenant.name, tenant.status, tenant.createdAtMs];
}

export function decodeTenant([tenantId, name, status, createdAtMs]: TenantColumns): Tenant {
  return { tenantId, name, status, createdAtMs };
}

export function encodeKey(key: KeyRow): KeyColumns {
  return [
    key.tenantId,
    key.keyId,
    key.publicId,
    key.secretHmac,
    key.mode,
    key.name,
    JSON.stringify(key.scopes),
    key.createdAtMs,
    key.expiresAtMs,
    key.revokedAtMs,
    key.rotatedFrom,
  ];
}

export function decodeKey(columns: KeyColumns): KeyRow {
  const [tenantId, keyId, publicId, secretHmac, mode, name, scopes, ...times] = columns;
  const [createdAtMs, expiresAtMs, revokedAtMs, rotatedFrom] = times;
  return {
    tenantId,
    keyId,
    publicId,
    secretHmac,
    mode,
    name,
    scopes: JSON.parse(scopes),
    createdAtMs,
    expiresAtMs,
    revokedAtMs,
    rotatedFrom,
  };
}

/** The key's columns, and then its tenant's. */
export function decodeKeyWithTenant(columns: readonly [...KeyColumns, ...TenantColumns]): KeyWithTenant {
  return {
    key: decodeKey(columns.slice(0, 11) as unknown as KeyColumns),
    tenant: decodeTenant(columns.slice(11) as unknown as TenantColumns),
  };
}
