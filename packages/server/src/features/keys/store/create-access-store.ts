import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { AccessStore } from '../access-store.ts';

export function createAccessStore({ writer, reader }: StoreChannels): AccessStore {
  const { listExpiringKeys } = bindForInstallation(reader, 'listExpiringKeys');
  const { noteKeyExpiry } = bindForTenants(writer, 'noteKeyExpiry');
  return {
    ...bindForInstallation(reader, 'listTenants', 'pageTenants', 'findTenantByName'),
    ...bindForInstallation(reader, 'findKey', 'listKeyOrigins'),
    ...bindForTenants(reader, 'getTenant', 'listKeys', 'pageKeys', 'getKey'),
    ...bindForTenants(writer, 'setTenantStatus', 'sealUnsealed', 'discardRow'),
    ...bindForTenants(writer, 'insertKey', 'changeKey', 'revokeKey', 'rotateKey'),
    createTenant: (tenant, by) => writer.callFor(tenant.tenantId, 'createTenant', tenant, by),
    async noteExpiringKeys(nowMs, limit) {
      const expiring = await listExpiringKeys(nowMs, limit);
      for (const { tenant_id, key_id } of expiring) await noteKeyExpiry(tenant_id, key_id, nowMs);
      return expiring.length;
    },
  };
}
