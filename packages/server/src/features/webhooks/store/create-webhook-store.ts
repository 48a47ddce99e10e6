import type { TenantId } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ClaimedDelivery, WebhookStore } from '../webhook-store.ts';
import type { ClaimedRow } from './claim-writes.ts';
import { decodeEndpoint, encodeEndpoint, type OpenEndpoint } from './endpoint-columns.ts';
import { type DeliveryRow, deliveries } from './webhook-tables.ts';

/** Rows removed in one transaction: records in the meantime wait for no more than that. */
const sweepRowsMax = 500;

const decodeFound = (row: OpenEndpoint | null) => (row === null ? null : decodeEndpoint(row));

/** What was queued, or why it was not. */
function decodeQueued<Refusal extends string>(answer: DeliveryRow | Refusal) {
  return typeof answer === 'string' ? answer : deliveries.decode(answer);
}

function decodeClaimed(
  tenantId: TenantId,
  nowMs: number,
  { delivery, body, endpoint }: ClaimedRow,
): ClaimedDelivery {
  const { url, secret, previous } = endpoint.secrets;
  const isOverlapping = previous !== null && (endpoint.previous_until_ms ?? 0) > nowMs;
  return {
    ...{ tenantId, delivery: deliveries.decode(delivery), body, url },
    secrets: isOverlapping ? [secret, previous] : [secret],
    contentBy: endpoint.content_by,
  };
}

export function createWebhookStore(channels: StoreChannels): WebhookStore {
  return {
    ...createEndpointMethods(channels),
    ...createQueueMethods(channels),
    ...createSendingMethods(channels),
  };
}

function createEndpointMethods({ writer, reader }: StoreChannels) {
  return {
    async createEndpoint(tenantId, given, { secret, endpointsMax }) {
      const call = { tenantId, endpoint: encodeEndpoint(given, secret), endpointsMax };
      return (await writer.callFor(tenantId, 'createWebhookEndpoint', call)) ? 'created' : 'too_many';
    },
    async getEndpoint(tenantId, endpointId) {
      return decodeFound(await reader.callFor(tenantId, 'getWebhookEndpoint', [tenantId, endpointId]));
    },
    async listEndpoints(tenantId, { before, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listWebhookEndpoints', { tenantId, before, limit });
      return rows.map(decodeEndpoint);
    },
    async updateEndpoint(tenantId, endpointId, options) {
      const call = { tenantId, endpointId, ...options };
      return decodeFound(await writer.callFor(tenantId, 'updateWebhookEndpoint', call));
    },
    deleteEndpoint: (tenantId, endpointId, attribution) =>
      writer.callFor(tenantId, 'deleteWebhookEndpoint', { tenantId, endpointId, ...attribution }),
    async rotateSecret(tenantId, endpointId, options) {
      const call = { tenantId, endpointId, ...options };
      return decodeFound(await writer.callFor(tenantId, 'rotateWebhookSecret', call));
    },
  } satisfies Partial<WebhookStore>;
}

function createQueueMethods({ writer, reader }: StoreChannels) {
  return {
    async queueTest(tenantId, endpointId, options) {
      const call = { tenantId, endpointId, ...options };
      return decodeQueued(await writer.callFor(tenantId, 'queueWebhookTest', call));
    },
    async getDelivery(tenantId, endpointId, eventId) {
      const row = await reader.callFor(tenantId, 'getWebhookDelivery', [tenantId, endpointId, eventId]);
      return row === null ? null : deliveries.decode(row);
    },
    async listDeliveries(tenantId, endpointId, { status, before, limit }) {
      assertPage(limit);
      const call = { tenantId, endpointId, status, before: before ?? Number.MAX_SAFE_INTEGER, limit };
      return (await reader.callFor(tenantId, 'listWebhookDeliveries', call)).map(deliveries.decode);
    },
    async redeliver(tenantId, endpointId, options) {
      const call = { tenantId, endpointId, ...options };
      return decodeQueued(await writer.callFor(tenantId, 'redeliverWebhook', call));
    },
    redeliverDead: (tenantId, endpointId, options) =>
      writer.callFor(tenantId, 'redeliverDeadWebhooks', { tenantId, endpointId, ...options }),
  } satisfies Partial<WebhookStore>;
}

function createSendingMethods({ writer, reader }: StoreChannels) {
  return {
    async listTenantsDue(nowMs, { after, limit }) {
      const rows = await reader.call('listWebhookTenantsDue', [after ?? '', nowMs, limit]);
      return rows.map(({ tenant_id }) => tenant_id);
    },
    async claimDeliveries(tenantId, options) {
      const rows = await writer.callFor(tenantId, 'claimWebhookDeliveries', { tenantId, ...options });
      return rows.map((row) => decodeClaimed(tenantId, options.nowMs, row));
    },
    endAttempt: (tenantId, claimed, options) =>
      writer.callFor(tenantId, 'endWebhookAttempt', { tenantId, claimed, ...options }),
    async countPending() {
      return (await reader.call('countWebhooksPending', null))?.pending ?? 0;
    },
    limitBacklog: (tenantId, { pendingMax }) =>
      writer.callFor(tenantId, 'limitWebhookBacklog', { tenantId, pendingMax }),
    async sweep({ beforeMs, nowMs }) {
      const rowsMax = sweepRowsMax;
      while ((await writer.call('sweepWebhookDeliveries', { beforeMs, rowsMax })) >= rowsMax);
      for (const { tenant_id, endpoint_id } of await reader.call('listRotatedEndpoints', [nowMs, rowsMax]))
        await writer.callFor(tenant_id, 'dropPreviousSecret', [tenant_id, endpoint_id, nowMs]);
    },
  } satisfies Partial<WebhookStore>;
}
