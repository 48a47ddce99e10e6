import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { AccessStore, KeyRow } from '../../access/access-store.ts';
import type { StoreChannels } from '../sql/store-channels.ts';
import { decodeKey, decodeKeyWithTenant, decodeTenant, encodeKey, encodeTenant } from './access-columns.ts';

/** The first argument decides: a key that names another tenant is a programming error. */
function assertOwnKey(tenantId: TenantId, key: KeyRow): void {
  if (key.tenantId !== tenantId) {
    throw new AppError('internal', { cause: new Error('a key is stored for its own tenant only') });
  }
}

export function createAccessStore({ writer, reader }: StoreChannels): AccessStore {
  return {
    async createTenant(tenant) {
      return (await writer.call('createTenant', encodeTenant(tenant))) ? 'created' : 'name_taken';
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
    setTenantStatus: (tenantId, status) => writer.callFor(tenantId, 'setTenantStatus', [tenantId, status]),

    async findKey(publicId) {
      const row = await reader.call('findKey', publicId);
      return row === null ? null : decodeKeyWithTenant(row);
    },
    async insertKey(tenantId, key) {
      assertOwnKey(tenantId, key);
      await writer.callFor(tenantId, 'insertKey', encodeKey(key));
    },
    async listKeys(tenantId) {
      return (await reader.callFor(tenantId, 'listKeys', tenantId)).map(decodeKey);
    },
    revokeKey: (tenantId, keyId, atMs) => writer.callFor(tenantId, 'revokeKey', [tenantId, keyId, atMs]),
    async rotateKey(tenantId, keyId, { key, oldExpiresAtMs }) {
      assertOwnKey(tenantId, key);
      return writer.callFor(tenantId, 'rotateKey', { tenantId, keyId, next: encodeKey(key), oldExpiresAtMs });
    },
  };
}
