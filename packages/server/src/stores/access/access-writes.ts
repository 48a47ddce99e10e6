import { intoTable } from '../sql/columns.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import { type KeyColumns, keyColumns, type TenantColumns, tenantColumns } from './access-columns.ts';

export interface RotateCall {
  readonly tenantId: string;
  readonly keyId: string;
  readonly next: KeyColumns;
  readonly oldExpiresAtMs: number;
}

/** The writer's operations on tenants and keys. */
export function createAccessWrites({ change, write }: Statements) {
  const insertTenant = write<TenantColumns>(
    `INSERT ${intoTable('tenants', tenantColumns)} ON CONFLICT (name) DO NOTHING`,
  );
  const setStatus = change('UPDATE tenants SET status = ? WHERE tenant_id = ?');
  const insertKey = write<KeyColumns>(`INSERT ${intoTable('api_keys', keyColumns)}`);
  const revokeKey = change(
    'UPDATE api_keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE tenant_id = ? AND key_id = ?',
  );
  const limitKey = change(
    `UPDATE api_keys SET expires_at_ms = CASE WHEN expires_at_ms < ?1 THEN expires_at_ms ELSE ?1 END
     WHERE tenant_id = ?2 AND key_id = ?3`,
  );
  return {
    *createTenant(tenant: TenantColumns): Operation<boolean> {
      return (yield* insertTenant.run(tenant)) === 1;
    },
    *setTenantStatus([tenantId, status]: readonly [tenantId: string, status: string]): Operation<boolean> {
      return (yield* setStatus.run(status, tenantId)) === 1;
    },
    insertKey: (key: KeyColumns) => insertKey.put(key),
    *revokeKey([tenantId, keyId, atMs]: readonly [
      tenantId: string,
      keyId: string,
      atMs: number,
    ]): Operation<boolean> {
      return (yield* revokeKey.run(atMs, tenantId, keyId)) === 1;
    },
    *rotateKey({ tenantId, keyId, next, oldExpiresAtMs }: RotateCall): Operation<boolean> {
      if ((yield* limitKey.run(oldExpiresAtMs, tenantId, keyId)) !== 1) return false;
      yield* insertKey.put(next);
      return true;
    },
  };
}
