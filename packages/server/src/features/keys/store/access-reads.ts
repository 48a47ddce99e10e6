import type { KeyId, TenantId } from '@avow/foundation';
import { assertPage, type Operation, type OperationsFor, type Statements, selectFrom } from '@avow/storage';
import type { KeyRing, Sealed } from '@avow/storage/sealing';
import { prepareSealedReads } from '@avow/storage/sealing';
import type { AccessStore, Tenant } from '../access-store.ts';
import {
  decodeKey,
  decodeTenant,
  type KeyColumns,
  keyColumns,
  type OfTenant,
  sealedKeys,
  sealedTenants,
  selectTenant,
  type TenantColumns,
  tenantColumns,
  tenantOf,
} from './access-columns.ts';

/** How long before its end a key is announced to expire: a week. */
const noticeMs = 604_800_000;

const tenantsSql = `SELECT ${tenantColumns.join(', ')}, seal FROM tenants`;

const findKeySql = `SELECT ${selectFrom('api_keys', keyColumns)}, api_keys.seal, ${selectTenant}
  FROM api_keys JOIN tenants USING (tenant_id) WHERE public_id = ?`;

const keysSql = `SELECT ${keyColumns.join(', ')}, seal FROM api_keys WHERE tenant_id = ?`;

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

const originsSql = `SELECT ${selectFrom('api_keys', keyColumns)}, api_keys.seal
  FROM api_keys JOIN tenants USING (tenant_id)
  WHERE origins IS NOT NULL AND revoked_at_ms IS NULL AND expires_at_ms > ? AND status = 'active'`;

type Tenants = Sealed<TenantColumns>;
type Keys = Sealed<KeyColumns>;

/** Checks tenants that were read: one that is not as the service wrote it is suspended, so that nobody gains by it. */
export function prepareTenantCheck(keys: KeyRing) {
  const { isGenuine } = prepareSealedReads(keys, sealedTenants);
  return function* check(row: Tenants): Operation<TenantColumns> {
    return (yield* isGenuine(row)) ? row : { ...row, status: 'suspended' };
  };
}

/** The reader's operations on tenants and keys. A key that is not as the service wrote it is as if it were not there. */
export function createAccessReads({ read }: Statements, ring: KeyRing) {
  const checkTenant = prepareTenantCheck(ring);
  const tenants = prepareSealedReads(ring, sealedTenants);
  const keys = prepareSealedReads(ring, sealedKeys);
  const listTenants = read<Tenants>(`${tenantsSql} ORDER BY tenant_id`);
  const getTenant = read<Tenants>(`${tenantsSql} WHERE tenant_id = ?`);
  const findTenant = read<Tenants>(`${tenantsSql} WHERE name = ?`);
  const findKey = read<Keys & OfTenant>(findKeySql);
  const listKeys = read<Keys>(`${keysSql} ORDER BY key_id`);
  const pageTenants = read<Tenants>(`${tenantsSql} WHERE tenant_id < ? ORDER BY tenant_id DESC LIMIT ?`);
  const pageKeys = read<Keys>(`${keysSql} AND key_id < ? ORDER BY key_id DESC LIMIT ?`);
  const listExpiring = read<{ readonly tenant_id: TenantId; readonly key_id: KeyId }>(expiringSql);
  const listOrigins = read<Keys>(originsSql);
  const getKey = read<Keys>(`${keysSql} AND key_id = ?`);

  function* checkAll(rows: readonly Tenants[]): Operation<Tenant[]> {
    const checked: Tenant[] = [];
    for (const row of rows) checked.push(decodeTenant(yield* checkTenant(row)));
    return checked;
  }

  const reads = {
    *pageTenants({ before, limit }) {
      assertPage(limit);
      return yield* checkAll(yield* pageTenants.all(before ?? 'ten_~', limit));
    },
    *listTenants() {
      return yield* checkAll(yield* listTenants.all());
    },
    *getTenant(tenantId) {
      const row = yield* getTenant.first(tenantId);
      return row === null ? null : decodeTenant(yield* checkTenant(row));
    },
    /** By a name that only the service can have given it. */
    *findTenantByName(name) {
      const row = yield* tenants.genuine(yield* findTenant.first(name));
      return row === null ? null : decodeTenant(row);
    },
    *findKey(publicId) {
      const row = yield* findKey.first(publicId);
      if (row === null || !(yield* keys.isGenuine(row))) return null;
      return { key: decodeKey(row), tenant: decodeTenant(yield* checkTenant(tenantOf(row))) };
    },
    *listKeyOrigins(nowMs) {
      const found = yield* keys.allGenuine(yield* listOrigins.all(nowMs));
      return new Set(found.flatMap((row) => decodeKey(row).origins ?? []));
    },
    *listKeys(tenantId) {
      return (yield* keys.allGenuine(yield* listKeys.all(tenantId))).map(decodeKey);
    },
    *pageKeys(tenantId, { before, limit }) {
      assertPage(limit);
      return (yield* keys.allGenuine(yield* pageKeys.all(tenantId, before ?? 'key_~', limit))).map(decodeKey);
    },
    *getKey(tenantId, keyId) {
      const row = yield* keys.genuine(yield* getKey.first(tenantId, keyId));
      return row === null ? null : decodeKey(row);
    },
  } satisfies OperationsFor<AccessStore>;
  return {
    ...reads,
    listExpiringKeys: (nowMs: number, limit: number) => listExpiring.all(nowMs, limit),
  };
}
