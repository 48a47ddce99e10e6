import { AppError } from '../../errors/app-error.ts';
import type { AccessStore, KeyRow } from '../../interfaces/access-store.ts';
import type { TenantId } from '../../interfaces/identity.ts';
import { decodeKey, decodeKeyWithTenant, decodeTenant, encodeKey, encodeTenant } from './access-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** The tenant named first decides: a key that says another is a fault of ours. */
function assertOwnKey(tenantId: TenantId, key: KeyRow): void {
  if (key.tenantId !== tenantId) {
    throw new AppError('internal', { cause: new Error('a key is stored for its own tenant only') });
  }
}

export function createSqliteAccessStore({ writer, reader }: SqliteChannels): AccessStore {
  return {
    async createTenant(tenant) {
      return (await writer.call('createTenant', encodeTenant(tenant))) ? 'created' : 'name_taken';
    },
    async listTenants() {
      return (await reader.call('listTenants', null)).map(decodeTenant);
    },
    async getTenant(tenantId) {
      const columns = await reader.call('getTenant', tenantId);
      return columns === null ? null : decodeTenant(columns);
    },
    async findTenantByName(name) {
      const columns = await reader.call('findTenantByName', name);
      return columns === null ? null : decodeTenant(columns);
    },
    setTenantStatus: (tenantId, status) => writer.call('setTenantStatus', [tenantId, status]),

    async findKey(publicId) {
      const columns = await reader.call('findKey', publicId);
      return columns === null ? null : decodeKeyWithTenant(columns);
    },
    async insertKey(tenantId, key) {
      assertOwnKey(tenantId, key);
      await writer.call('insertKey', encodeKey(key));
    },
    async listKeys(tenantId) {
      return (await reader.call('listKeys', tenantId)).map(decodeKey);
    },
    revokeKey: (tenantId, keyId, atMs) => writer.call('revokeKey', [tenantId, keyId, atMs]),
    async rotateKey(tenantId, keyId, { key, oldExpiresAtMs }) {
      assertOwnKey(tenantId, key);
      return writer.call('rotateKey', { tenantId, keyId, next: encodeKey(key), oldExpiresAtMs });
    },
  };
}
