import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { RequestStore } from '../request-store.ts';

export function createRequestStore({ writer }: StoreChannels): RequestStore {
  return {
    claimRequest: (tenantId, claim) => writer.callFor(tenantId, 'claimRequest', { tenantId, ...claim }),
    async completeRequest(tenantId, completed) {
      await writer.callFor(tenantId, 'completeRequest', { tenantId, ...completed });
    },
    async releaseRequest(tenantId, { name, claim }) {
      await writer.callFor(tenantId, 'releaseRequest', [tenantId, name, claim]);
    },
  };
}
