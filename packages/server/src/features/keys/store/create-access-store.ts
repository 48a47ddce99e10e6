import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { AccessStore, KeyRow } from '../access-store.ts';
import { decodeKey, decodeKeyWithTenant, decodeTenant, encodeKey, encodeTenant } from './access-columns.ts';

/** The first argument decides: a key that names another tenant is a programming error. */
function assertOwnKey(tenantId: TenantId, key: KeyRow): void {
  if (key.tenantId !== tenantId) {
    throw new AppError('internal', { cause: new Error('a key is stored for its own tenant only') });
  }
}

export function createAccessStore({ writer, reader }: StoreChannels): AccessStore {
  return {
    async createTenant(tenant, by) {
      const call = { tenant: encodeTenant(tenant), by: by ?? null };
      return (await writer.callFor(tenant.tenantId, 'createTenant', call)) ? 'created' : 'name_taken';
    },
    async pageTenants({ before, limit }) {
      assertPage(limit);
      return (await reader.call('pageTenants', [before, limit])).map(decodeTenant);
    },
    async listTenants() {
      return (await reader.call('listTenants', null)).map(decodeTenant);
    },
    async getTenant(tenantId) {
      const row = await reader.callFor(tenantId, 'getTenant', tenantId);
      return row === null ? null : decodeTenant(row);
    },
    async findTenantByName(name) {
      const row = await reader.call('findTenantByName', name);
      return row === null ? null : decodeTenant(row);
    },
    setTenantStatus: (tenantId, status, by) =>
      writer.callFor(tenantId, 'setTenantStatus', { tenantId, status, by: by ?? null }),
    sealUnsealed: (tenantId, by) => writer.callFor(tenantId, 'sealUnsealed', { tenantId, ...by }),

    discardRow: (tenantId, row, by) => writer.callFor(tenantId, 'discardRow', { tenantId, ...row, ...by }),

    async findKey(publicId) {
      const row = await reader.call('findKey', publicId);
      return row === null ? null : decodeKeyWithTenant(row);
    },
    async listKeyOrigins(nowMs) {
      const rows = await reader.call('listKeyOrigins', nowMs);
      return new Set(rows.flatMap((row) => decodeKey(row).origins ?? []));
    },
    async insertKey(tenantId, key, by) {
      assertOwnKey(tenantId, key);
      await writer.callFor(tenantId, 'insertKey', { key: encodeKey(key), by: by ?? null });
    },
    async listKeys(tenantId) {
      return (await reader.callFor(tenantId, 'listKeys', tenantId)).map(decodeKey);
    },
    async pageKeys(tenantId, { before, limit }) {
      assertPage(limit);
      return (await reader.callFor(tenantId, 'pageKeys', [tenantId, before, limit])).map(decodeKey);
    },
    async getKey(tenantId, keyId) {
      const row = await reader.callFor(tenantId, 'getKey', [tenantId, keyId]);
      return row === null ? null : decodeKey(row);
    },
    revokeKey: (tenantId, keyId, atMs, by) =>
      writer.callFor(tenantId, 'revokeKey', { tenantId, keyId, atMs, by: by ?? null }),
    async noteExpiringKeys(nowMs, limit) {
      const rows = await reader.call('listExpiringKeys', [nowMs, limit]);
      for (const { tenant_id: tenantId, key_id: keyId } of rows)
        await writer.callFor(tenantId, 'noteKeyExpiry', { tenantId, keyId, atMs: nowMs });
      return rows.length;
    },
    async rotateKey(tenantId, keyId, { key, oldExpiresAtMs, by = null }) {
      assertOwnKey(tenantId, key);
      const call = { tenantId, keyId, next: encodeKey(key), oldExpiresAtMs, by };
      return writer.callFor(tenantId, 'rotateKey', call);
    },
  };
}
