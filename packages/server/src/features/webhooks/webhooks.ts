import type { WebhookCreateRequest, WebhookUpdateRequest } from '@avow/contract';
import type { EndpointId, EventId, TenantId } from '@avow/foundation';
import type { Actor } from '../keys/attribution.ts';
import type { WebhookDelivery, WebhookEndpoint } from './webhook-store.ts';

/** Who asks, and whether they may read messages. */
export interface WebhookCaller {
  readonly actor: Actor;
  readonly mayReadMessages: boolean;
}

/** The only time that the secret is available. */
interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/**
 * Webhook endpoints and their deliveries, as used by the routes and the command line. Refusals are thrown as an `AppError`:
 * `not_found`, `invalid_state`, `validation_failed`, `insufficient_scope`.
 */
export interface Webhooks {
  create(tenantId: TenantId, given: WebhookCreateRequest, caller: WebhookCaller): Promise<EndpointWithSecret>;
  get(tenantId: TenantId, endpointId: EndpointId): Promise<WebhookEndpoint>;
  /** Newest first. */
  list(
    tenantId: TenantId,
    page: { readonly before: EndpointId | null; readonly limit: number },
  ): Promise<WebhookEndpoint[]>;
  update(
    tenantId: TenantId,
    endpointId: EndpointId,
    options: { readonly given: WebhookUpdateRequest; readonly caller: WebhookCaller },
  ): Promise<WebhookEndpoint>;
  delete(tenantId: TenantId, endpointId: EndpointId, by: Actor): Promise<void>;
  rotateSecret(
    tenantId: TenantId,
    endpointId: EndpointId,
    options: { readonly overlapHours: number; readonly by: Actor },
  ): Promise<EndpointWithSecret>;
  /** Queues a test event, for which there is one attempt. */
  test(tenantId: TenantId, endpointId: EndpointId): Promise<WebhookDelivery>;
  /** Newest first; `before` is a number of a delivery. */
  listDeliveries(
    tenantId: TenantId,
    endpointId: EndpointId,
    options: {
      readonly status: WebhookDelivery['status'] | null;
      readonly before: number | null;
      readonly limit: number;
    },
  ): Promise<WebhookDelivery[]>;
  redeliver(tenantId: TenantId, endpointId: EndpointId, eventId: EventId): Promise<WebhookDelivery>;
  /** At most a thousand: how many, and whether there may be more. */
  redeliverDead(
    tenantId: TenantId,
    endpointId: EndpointId,
    sinceMs: number,
  ): Promise<{ readonly redelivered: number; readonly hasMore: boolean }>;
}
