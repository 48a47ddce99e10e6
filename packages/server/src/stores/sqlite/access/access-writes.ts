import type { DatabaseSync } from 'node:sqlite';
import { intoTable } from '../columns.ts';
import { prepareWrite } from '../prepare-write.ts';
import { type KeyColumns, keyColumns, type TenantColumns, tenantColumns } from './access-columns.ts';

export interface RotateCall {
  readonly tenantId: string;
  readonly keyId: string;
  readonly next: KeyColumns;
  readonly oldExpiresAtMs: number;
}

/** The writer's operations on tenants and keys. */
export function createAccessWrites(database: DatabaseSync) {
  const insertTenant = prepareWrite<TenantColumns>(
    database,
    `INSERT ${intoTable('tenants', tenantColumns)} ON CONFLICT (name) DO NOTHING`,
  );
  const setStatus = database.prepare('UPDATE tenants SET status = ? WHERE tenant_id = ?');
  const insertKey = prepareWrite<KeyColumns>(database, `INSERT ${intoTable('api_keys', keyColumns)}`);
  const revokeKey = database.prepare(
    'UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE tenant_id = ? AND key_id = ?',
  );
  const limitKey = database.prepare(
    'UPDATE api_keys SET expires_at_ms = min(expires_at_ms, ?) WHERE tenant_id = ? AND key_id = ?',
  );
  return {
    createTenant: (tenant: TenantColumns): boolean => insertTenant.run(tenant).changes === 1,
    setTenantStatus([tenantId, status]: readonly [tenantId: string, status: string]): boolean {
      return setStatus.run(status, tenantId).changes === 1;
    },
    insertKey(key: KeyColumns): null {
      insertKey.run(key);
      return null;
    },
    revokeKey([tenantId, keyId, atMs]: readonly [tenantId: string, keyId: string, atMs: number]): boolean {
      return revokeKey.run(atMs, tenantId, keyId).changes === 1;
    },
    rotateKey({ tenantId, keyId, next, oldExpiresAtMs }: RotateCall): boolean {
      if (limitKey.run(oldExpiresAtMs, tenantId, keyId).changes !== 1) return false;
      insertKey.run(next);
      return true;
    },
  };
}
