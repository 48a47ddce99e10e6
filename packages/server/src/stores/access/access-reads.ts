import { selectFrom } from '../sql/columns.ts';
import type { Statements } from '../sql/statements.ts';
import {
  type KeyColumns,
  type KeyWithTenantColumns,
  keyColumns,
  type TenantColumns,
  tenantColumns,
} from './access-columns.ts';

/** How long before its end a key is announced to expire: a week. */
const noticeMs = 604_800_000;

const tenantsSql = `SELECT ${tenantColumns.join(', ')} FROM tenants`;

const findKeySql = `SELECT ${selectFrom('api_keys', keyColumns)}, tenants.name AS tenant_name,
  tenants.status AS tenant_status, tenants.created_at_ms AS tenant_created_at_ms
  FROM api_keys JOIN tenants USING (tenant_id) WHERE public_id = ?`;

const keysSql = `SELECT ${keyColumns.join(', ')} FROM api_keys WHERE tenant_id = ?`;

/**
 * Keys that expire within a week, or with less than a quarter of their lifetime left if that is shorter. A key that has been
 * rotated is replaced already.
 */
const expiringSql = `SELECT tenant_id, key_id FROM api_keys AS expiring
  WHERE expiry_noted = 0 AND revoked_at_ms IS NULL AND expires_at_ms > ?1
  AND expires_at_ms - ?1 <= CASE WHEN expires_at_ms - created_at_ms < ${4 * noticeMs} THEN (expires_at_ms - created_at_ms) / 4
    ELSE ${noticeMs} END
  AND NOT EXISTS (SELECT 1 FROM api_keys AS next WHERE next.tenant_id = expiring.tenant_id AND next.rotated_from = expiring.key_id)
  ORDER BY tenant_id, key_id LIMIT ?2`;

const originsSql = `SELECT DISTINCT origins FROM api_keys JOIN tenants USING (tenant_id)
  WHERE origins IS NOT NULL AND revoked_at_ms IS NULL AND expires_at_ms > ? AND status = 'active'`;

/** The reader's operations on tenants and keys. */
export function createAccessReads({ read }: Statements) {
  const listTenants = read<TenantColumns>(`${tenantsSql} ORDER BY tenant_id`);
  const getTenant = read<TenantColumns>(`${tenantsSql} WHERE tenant_id = ?`);
  const findTenant = read<TenantColumns>(`${tenantsSql} WHERE name = ?`);
  const findKey = read<KeyWithTenantColumns>(findKeySql);
  const listKeys = read<KeyColumns>(`${keysSql} ORDER BY key_id`);
  const pageTenants = read<TenantColumns>(
    `${tenantsSql} WHERE tenant_id < ? ORDER BY tenant_id DESC LIMIT ?`,
  );
  const pageKeys = read<KeyColumns>(`${keysSql} AND key_id < ? ORDER BY key_id DESC LIMIT ?`);
  const listExpiring = read<Pick<KeyColumns, 'tenant_id' | 'key_id'>>(expiringSql);
  const listOrigins = read<{ readonly origins: string }>(originsSql);
  const getKey = read<KeyColumns>(`${keysSql} AND key_id = ?`);
  return {
    pageTenants: ([before, limit]: readonly [before: string | null, limit: number]) =>
      pageTenants.all(before ?? 'ten_~', limit),
    pageKeys: ([tenantId, before, limit]: readonly [
      tenantId: string,
      before: string | null,
      limit: number,
    ]) => pageKeys.all(tenantId, before ?? 'key_~', limit),
    getKey: ([tenantId, keyId]: readonly [tenantId: string, keyId: string]) => getKey.first(tenantId, keyId),
    listExpiringKeys: ([nowMs, limit]: readonly [nowMs: number, limit: number]) =>
      listExpiring.all(nowMs, limit),
    listKeyOrigins: (nowMs: number) => listOrigins.all(nowMs),
    listTenants: (_: null) => listTenants.all(),
    getTenant: (tenantId: string) => getTenant.first(tenantId),
    findTenantByName: (name: string) => findTenant.first(name),
    findKey: (publicId: string) => findKey.first(publicId),
    listKeys: (tenantId: string) => listKeys.all(tenantId),
  };
}
