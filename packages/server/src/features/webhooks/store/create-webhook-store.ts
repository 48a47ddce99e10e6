import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { WebhookStore } from '../webhook-store.ts';

/** Rows removed in one transaction: records in the meantime wait for no more than that. */
const sweepRowsMax = 500;

export function createWebhookStore({ writer, reader }: StoreChannels): WebhookStore {
  const { sweepDeliveries } = bindForInstallation(writer, 'sweepDeliveries');
  const { listRotatedEndpoints } = bindForInstallation(reader, 'listRotatedEndpoints');
  const { dropPreviousSecret } = bindForTenants(writer, 'dropPreviousSecret');
  return {
    ...bindForTenants(reader, 'getEndpoint', 'listEndpoints', 'getDelivery', 'listDeliveries'),
    ...bindForTenants(writer, 'createEndpoint', 'updateEndpoint', 'deleteEndpoint', 'rotateSecret'),
    ...bindForTenants(writer, 'queueTest', 'redeliver', 'redeliverDead', 'limitBacklog'),
    ...bindForTenants(writer, 'claimDeliveries', 'endAttempt'),
    ...bindForInstallation(reader, 'listTenantsDue', 'countPending'),
    async sweep({ beforeMs, nowMs }) {
      while ((await sweepDeliveries(beforeMs, sweepRowsMax)) >= sweepRowsMax);
      for (const { tenant_id, endpoint_id } of await listRotatedEndpoints(nowMs, sweepRowsMax))
        await dropPreviousSecret(tenant_id, endpoint_id, nowMs);
    },
  };
}
