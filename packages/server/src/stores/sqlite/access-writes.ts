import type { DatabaseSync } from 'node:sqlite';
import { insertKeySql, type KeyColumns, type TenantColumns } from './access-columns.ts';

export interface RotateCall {
  readonly tenantId: string;
  readonly keyId: string;
  readonly next: KeyColumns;
  readonly oldExpiresAtMs: number;
}

/** The writer's operations on tenants and keys. */
export function createAccessWrites(database: DatabaseSync) {
  const insertTenant = database.prepare(
    'INSERT INTO tenants (tenant_id, name, status, created_at_ms) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const setStatus = database.prepare('UPDATE tenants SET status = ? WHERE tenant_id = ?');
  const insertKey = database.prepare(insertKeySql);
  const revokeKey = database.prepare(
    'UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE tenant_id = ? AND key_id = ?',
  );
  const limitKey = database.prepare(
    'UPDATE api_keys SET expires_at_ms = min(expires_at_ms, ?) WHERE tenant_id = ? AND key_id = ?',
  );
  return {
    createTenant: (tenant: TenantColumns): boolean => insertTenant.run(...tenant).changes === 1,
    setTenantStatus([tenantId, status]: readonly [tenantId: string, status: string]): boolean {
      return setStatus.run(status, tenantId).changes === 1;
    },
    insertKey(key: KeyColumns): null {
      insertKey.run(...key);
      return null;
    },
    revokeKey([tenantId, keyId, atMs]: readonly [tenantId: string, keyId: string, atMs: number]): boolean {
      return revokeKey.run(atMs, tenantId, keyId).changes === 1;
    },
    rotateKey({ tenantId, keyId, next, oldExpiresAtMs }: RotateCall): boolean {
      if (limitKey.run(oldExpiresAtMs, tenantId, keyId).changes !== 1) return false;
      insertKey.run(...next);
      return true;
    },
  };
}
