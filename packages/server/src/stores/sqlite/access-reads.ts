import type { DatabaseSync } from 'node:sqlite';
import { type KeyColumns, keyColumnsSql, type TenantColumns, tenantColumnsSql } from './access-columns.ts';
import { prepareReads } from './prepare-reads.ts';

/** The reader's operations on tenants and keys. */
export function createAccessReads(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const listTenants = prepare<TenantColumns>(`SELECT ${tenantColumnsSql} FROM tenants ORDER BY tenant_id`);
  const getTenant = prepare<TenantColumns>(`SELECT ${tenantColumnsSql} FROM tenants WHERE tenant_id = ?`);
  const findTenant = prepare<TenantColumns>(`SELECT ${tenantColumnsSql} FROM tenants WHERE name = ?`);
  const findKey = prepare<readonly [...KeyColumns, ...TenantColumns]>(
    `SELECT ${keyColumnsSql}, ${tenantColumnsSql} FROM api_keys JOIN tenants USING (tenant_id) WHERE public_id = ?`,
  );
  const listKeys = prepare<KeyColumns>(
    `SELECT ${keyColumnsSql} FROM api_keys WHERE tenant_id = ? ORDER BY key_id`,
  );
  return {
    listTenants: (_: null) => listTenants.all(),
    getTenant: (tenantId: string) => getTenant.first(tenantId),
    findTenantByName: (name: string) => findTenant.first(name),
    findKey: (publicId: string) => findKey.first(publicId),
    listKeys: (tenantId: string) => listKeys.all(tenantId),
  };
}
