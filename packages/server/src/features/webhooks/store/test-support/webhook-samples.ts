import type { EndpointId, MessageId, OutboxEvent, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import type { OpenedStore } from '../../../../storage/contract/opened-store.ts';
import {
  nothingElse,
  sampleEvent,
  sampleMessage,
  sampleTimeMs,
} from '../../../../storage/contract/samples.ts';
import type { EndAttemptOptions, WebhookDelivery, WebhookStore } from '../../webhook-store.ts';

type NewEndpoint = Parameters<WebhookStore['createEndpoint']>[1];

export const sampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export function sampleEndpoint(changes: Partial<NewEndpoint> = {}): NewEndpoint {
  return {
    ...{ endpointId: newId('whe', sampleTimeMs), url: 'https://hooks.example/avow', description: 'tickets' },
    ...{ eventTypes: null, contentBy: null, format: 'event' as const },
    ...{ createdAtMs: sampleTimeMs, createdBy: 'operator', updatedAtMs: sampleTimeMs },
    ...changes,
  };
}

/** Ends a message with these events, which are on their way to the endpoints of its tenant then. */
export async function emit(
  { records }: Pick<OpenedStore, 'records'>,
  tenantId: TenantId,
  types: readonly string[],
): Promise<{ readonly messageId: MessageId; readonly events: readonly OutboxEvent[] }> {
  const message = sampleMessage();
  const events = types.map((type) => ({ ...sampleEvent(type), messageId: message.messageId }));
  await records.finishMessage(tenantId, message, { ...nothingElse, events });
  return { messageId: message.messageId, events };
}

/** When `emit` writes events: the store's clock says so. */
export const emittedAtMs = sampleTimeMs + 60_000;
export const hourMs = 3_600_000;

export const claimAt = (nowMs: number, changes: { limit?: number; endpointMax?: number } = {}) => ({
  ...{ nowMs, leaseUntilMs: nowMs + 60_000, limit: 100, endpointMax: 100, underWay: {} },
  ...changes,
});

export function endOf(
  end: Pick<EndAttemptOptions, 'status' | 'outcome'> & Partial<EndAttemptOptions>,
): EndAttemptOptions {
  return {
    ...{ nowMs: emittedAtMs + 1, responseStatus: null, dueAtMs: emittedAtMs + 10_000, disable: null },
    notice: sampleEvent('webhook_endpoint.disabled'),
    ...end,
  };
}

export const delivered = endOf({ status: 'delivered', outcome: 'ok', responseStatus: 204 });

/** A tenant's endpoint, and short names for what tests do with it. */
export async function openEndpoint(
  store: OpenedStore,
  tenantId: TenantId,
  changes: Partial<NewEndpoint> = {},
) {
  const endpoint = sampleEndpoint(changes);
  await store.webhooks.createEndpoint(tenantId, endpoint, { secret: sampleSecret, endpointsMax: 5 });
  const { endpointId } = endpoint;
  return { endpointId, ...handle(store.webhooks, tenantId, endpointId) };
}

function handle(webhooks: WebhookStore, tenantId: TenantId, endpointId: EndpointId) {
  return {
    list: (status: WebhookDelivery['status'] | null = null) =>
      webhooks.listDeliveries(tenantId, endpointId, { status, before: null, limit: 100 }),
    get: () => webhooks.getEndpoint(tenantId, endpointId),
    claim: async (nowMs = emittedAtMs) =>
      (await webhooks.claimDeliveries(tenantId, claimAt(nowMs))).map(({ delivery }) => delivery),
    end: (claimed: WebhookDelivery, options: EndAttemptOptions) =>
      webhooks.endAttempt(tenantId, claimed, options),
  };
}
