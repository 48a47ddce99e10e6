import { selectFrom } from '../sql/columns.ts';
import type { Statements } from '../sql/statements.ts';
import {
  type KeyColumns,
  type KeyWithTenantColumns,
  keyColumns,
  type TenantColumns,
  tenantColumns,
} from './access-columns.ts';

const tenantsSql = `SELECT ${tenantColumns.join(', ')} FROM tenants`;

const findKeySql = `SELECT ${selectFrom('api_keys', keyColumns)}, tenants.name AS tenant_name,
  tenants.status AS tenant_status, tenants.created_at_ms AS tenant_created_at_ms
  FROM api_keys JOIN tenants USING (tenant_id) WHERE public_id = ?`;

/** The reader's operations on tenants and keys. */
export function createAccessReads({ read }: Statements) {
  const listTenants = read<TenantColumns>(`${tenantsSql} ORDER BY tenant_id`);
  const getTenant = read<TenantColumns>(`${tenantsSql} WHERE tenant_id = ?`);
  const findTenant = read<TenantColumns>(`${tenantsSql} WHERE name = ?`);
  const findKey = read<KeyWithTenantColumns>(findKeySql);
  const listKeys = read<KeyColumns>(
    `SELECT ${keyColumns.join(', ')} FROM api_keys WHERE tenant_id = ? ORDER BY key_id`,
  );
  return {
    listTenants: (_: null) => listTenants.all(),
    getTenant: (tenantId: string) => getTenant.first(tenantId),
    findTenantByName: (name: string) => findTenant.first(name),
    findKey: (publicId: string) => findKey.first(publicId),
    listKeys: (tenantId: string) => listKeys.all(tenantId),
  };
}
