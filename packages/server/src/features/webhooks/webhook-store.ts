import type { WebhookDeliveryEntry, WebhookFormat } from '@avow/contract/webhooks';
import type { EndpointId, EventId, MessageId, OutboxEvent, TenantId } from '@avow/foundation';
import type { Actor, Attribution } from '../keys/access-store.ts';

/** Where events of a tenant are sent. */
export interface WebhookEndpoint {
  readonly endpointId: EndpointId;
  readonly url: string;
  readonly description: string;
  /** Null: every type, including those of later releases. */
  readonly eventTypes: readonly string[] | null;
  /** Who decided that events contain their message; null: events are thin. */
  readonly contentBy: Actor | null;
  readonly format: WebhookFormat;
  readonly status: 'enabled' | 'disabled';
  /** Null while it is enabled. */
  readonly disabledReason: 'request' | 'gone' | 'failing' | 'damaged' | null;
  readonly createdAtMs: number;
  readonly createdBy: Actor;
  readonly updatedAtMs: number;
  /** When the first attempt failed after the last that succeeded; null: the last one succeeded, or there was none. */
  readonly failingSinceMs: number | null;
  /** Until when the previous secret signs too; null: there is none. */
  readonly previousUntilMs: number | null;
}

/** What a caller may change. */
export type EndpointChanges = Partial<
  Pick<WebhookEndpoint, 'url' | 'description' | 'eventTypes' | 'contentBy' | 'status'>
>;

/** How the last attempt ended, or why there was none. */
export type DeliveryOutcome = NonNullable<WebhookDeliveryEntry['outcome']>;

/** An event on its way to an endpoint, or where that ended. It has no content. */
export interface WebhookDelivery {
  readonly seq: number;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly type: string;
  readonly messageId: MessageId | null;
  readonly status: 'pending' | 'delivered' | 'dead';
  /** Since it was queued, or last replayed. */
  readonly attempts: number;
  readonly createdAtMs: number;
  /** When the next attempt is due, if it is pending. */
  readonly dueAtMs: number;
  readonly giveUpAtMs: number;
  readonly attemptedAtMs: number | null;
  readonly outcome: DeliveryOutcome | null;
  /** The HTTP status of the last response; null: there was none. */
  readonly responseStatus: number | null;
}

/** An attempt that only the caller may make until its lease ends. */
export interface ClaimedDelivery {
  readonly tenantId: TenantId;
  readonly delivery: WebhookDelivery;
  /** The event as it was written, with its type, timestamp and data. */
  readonly body: string;
  readonly url: string;
  /** The current one first; the previous one too while they overlap. */
  readonly secrets: readonly string[];
  readonly contentBy: Actor | null;
  readonly format: WebhookFormat;
}

interface ClaimOptions {
  readonly nowMs: number;
  /** From then on the attempt may be made by somebody else. */
  readonly leaseUntilMs: number;
  readonly limit: number;
  readonly endpointMax: number;
  /** Attempts of the caller that are under way, by endpoint: they count towards `endpointMax`. */
  readonly underWay: Readonly<Record<string, number>>;
}

/** What an attempt changes. */
export interface DeliveryAttemptEnd {
  readonly status: WebhookDelivery['status'];
  readonly outcome: DeliveryOutcome;
  readonly responseStatus: number | null;
  /** If it is still pending. */
  readonly dueAtMs: number;
}

export interface EndAttemptOptions extends DeliveryAttemptEnd {
  readonly nowMs: number;
  /** Switches the endpoint off now, or for `failing` if it has failed since then, at least that many times. */
  readonly disable:
    | { readonly reason: 'gone' }
    | { readonly reason: 'failing'; readonly sinceMs: number; readonly attemptsMin: number }
    | null;
  /** Written to the outbox if the endpoint is switched off. */
  readonly notice: OutboxEvent;
}

/**
 * Webhook endpoints and deliveries. Methods for one tenant take it first. Every change of an endpoint is on the tenant's
 * log in the same commit. Deliveries are made by the commit that writes their event to the outbox.
 */
export interface WebhookStore {
  createEndpoint(
    tenantId: TenantId,
    endpoint: Omit<WebhookEndpoint, 'failingSinceMs' | 'previousUntilMs' | 'status' | 'disabledReason'>,
    options: { readonly secret: string; readonly endpointsMax: number },
  ): Promise<'created' | 'too_many'>;
  getEndpoint(tenantId: TenantId, endpointId: EndpointId): Promise<WebhookEndpoint | null>;
  /** Newest first. */
  listEndpoints(
    tenantId: TenantId,
    page: { readonly before: EndpointId | null; readonly limit: number },
  ): Promise<WebhookEndpoint[]>;
  /** What is pending when an endpoint is disabled becomes dead. Null: there is no such endpoint. */
  updateEndpoint(
    tenantId: TenantId,
    endpointId: EndpointId,
    options: Attribution & { readonly changes: EndpointChanges },
  ): Promise<WebhookEndpoint | null>;
  /** With its deliveries. */
  deleteEndpoint(tenantId: TenantId, endpointId: EndpointId, attribution: Attribution): Promise<boolean>;
  /** The current secret becomes the previous one. */
  rotateSecret(
    tenantId: TenantId,
    endpointId: EndpointId,
    options: Attribution & { readonly secret: string; readonly previousUntilMs: number },
  ): Promise<WebhookEndpoint | null>;

  /** Writes an event for this endpoint alone. */
  queueTest(
    tenantId: TenantId,
    endpointId: EndpointId,
    options: { readonly event: OutboxEvent; readonly nowMs: number; readonly giveUpAtMs: number },
  ): Promise<WebhookDelivery | 'unknown' | 'disabled'>;
  getDelivery(tenantId: TenantId, endpointId: EndpointId, eventId: EventId): Promise<WebhookDelivery | null>;
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
  /** Queues a delivery that has ended once more. */
  redeliver(
    tenantId: TenantId,
    endpointId: EndpointId,
    options: { readonly eventId: EventId; readonly nowMs: number; readonly giveUpAtMs: number },
  ): Promise<WebhookDelivery | 'unknown' | 'disabled' | 'pending'>;
  /** Queues dead deliveries of events since that time once more, oldest first: how many. */
  redeliverDead(
    tenantId: TenantId,
    endpointId: EndpointId,
    options: {
      readonly sinceMs: number;
      readonly nowMs: number;
      readonly giveUpAtMs: number;
      readonly rowsMax: number;
    },
  ): Promise<number | 'unknown' | 'disabled'>;

  /** Active tenants with something due, in the order of their ids, strictly after one of them if given. */
  listTenantsDue(
    nowMs: number,
    page: { readonly after: TenantId | null; readonly limit: number },
  ): Promise<TenantId[]>;
  /**
   * Leases attempts that are due, to enabled endpoints, so that nobody else makes them. Of the deliveries of one message to
   * an endpoint only the first that has not ended is due.
   */
  claimDeliveries(tenantId: TenantId, options: ClaimOptions): Promise<ClaimedDelivery[]>;
  /** `lost`: the lease had ended, and the attempt is somebody else's; nothing changed. */
  endAttempt(
    tenantId: TenantId,
    claimed: WebhookDelivery,
    options: EndAttemptOptions,
  ): Promise<'recorded' | 'disabled' | 'lost'>;

  /** Of all tenants. */
  countPending(): Promise<number>;
  /** Ends the oldest pending deliveries of endpoints that have more than `pendingMax`. */
  limitBacklog(tenantId: TenantId, options: { readonly pendingMax: number }): Promise<number>;
  /** Removes deliveries of events from before that time, and secrets whose overlap has ended. */
  sweep(options: { readonly beforeMs: number; readonly nowMs: number }): Promise<void>;
}
