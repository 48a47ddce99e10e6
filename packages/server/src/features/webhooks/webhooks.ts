import { randomBytes } from 'node:crypto';
import { type WebhookCreateRequest, type WebhookUpdateRequest, webhookLimits } from '@avow/contract/webhooks';
import { FetchFault } from '@avow/documents/fetching';
import { AppError, type Clock, type EndpointId, type EventId, newId, type TenantId } from '@avow/foundation';
import type { Actor } from '../keys/access-store.ts';
import { retryForMs } from './judge-attempt.ts';
import { checkWebhookUrl, type WebhookAddresses } from './send-webhook.ts';
import { testEvent } from './webhook-events.ts';
import type { EndpointChanges, WebhookDelivery, WebhookEndpoint, WebhookStore } from './webhook-store.ts';

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

interface WebhooksOptions {
  readonly store: WebhookStore;
  readonly addresses: WebhookAddresses;
  readonly clock: Clock;
}

const hourMs = 3_600_000;

export function createWebhooks(parts: WebhooksOptions): Webhooks {
  return { ...createEndpoints(parts), ...createDeliveries(parts) };
}

type EndpointMethods = 'create' | 'get' | 'list' | 'update' | 'delete' | 'rotateSecret';

function createEndpoints({ store, addresses, clock }: WebhooksOptions): Pick<Webhooks, EndpointMethods> {
  return {
    create: createCreate({ store, addresses, clock }),
    get: async (tenantId, endpointId) => found(await store.getEndpoint(tenantId, endpointId)),
    list: store.listEndpoints,
    async update(tenantId, endpointId, { given, caller }) {
      const { url, description, event_types: eventTypes, include_content: includeContent, status } = given;
      if (url !== undefined) requireAllowed(url, addresses);
      const before = found(await store.getEndpoint(tenantId, endpointId));
      const sendsContent = includeContent ?? before.contentBy !== null;
      if (includeContent === true && before.format !== 'event')
        throw new AppError('invalid_state', {
          detail: 'Events with content are sent in the format event only: create another endpoint.',
        });
      // Who may not read messages may not have them sent elsewhere either.
      const decidesOnContent = sendsContent && (includeContent === true || url !== undefined);
      if (decidesOnContent) requireReader(caller);
      const changes: EndpointChanges = {
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(eventTypes === undefined ? {} : { eventTypes }),
        ...(decidesOnContent ? { contentBy: caller.actor } : {}),
        ...(includeContent === false ? { contentBy: null } : {}),
        ...(status === undefined ? {} : { status }),
      };
      const options = { changes, atMs: clock.nowMs(), actor: caller.actor };
      return found(await store.updateEndpoint(tenantId, endpointId, options));
    },
    async delete(tenantId, endpointId, by) {
      const attribution = { atMs: clock.nowMs(), actor: by };
      if (!(await store.deleteEndpoint(tenantId, endpointId, attribution))) throw new AppError('not_found');
    },
    async rotateSecret(tenantId, endpointId, { overlapHours, by }) {
      const [secret, atMs] = [newWebhookSecret(), clock.nowMs()];
      const previousUntilMs = atMs + overlapHours * hourMs;
      const rotation = { atMs, actor: by, secret, previousUntilMs };
      return { endpoint: found(await store.rotateSecret(tenantId, endpointId, rotation)), secret };
    },
  };
}

function createCreate({ store, addresses, clock }: WebhooksOptions): Webhooks['create'] {
  const { endpointsMax } = webhookLimits;
  return async (tenantId, given, caller) => {
    requireAllowed(given.url, addresses);
    if (given.include_content) requireReader(caller);
    const nowMs = clock.nowMs();
    const created = {
      ...{ endpointId: newId('whe', nowMs), url: given.url, description: given.description },
      eventTypes: given.event_types,
      contentBy: given.include_content ? caller.actor : null,
      format: given.format,
      ...{ createdAtMs: nowMs, createdBy: caller.actor, updatedAtMs: nowMs },
    };
    const secret = newWebhookSecret();
    if ((await store.createEndpoint(tenantId, created, { secret, endpointsMax })) === 'too_many')
      throw new AppError('invalid_state', {
        detail: `A tenant can have ${endpointsMax} webhook endpoints. Delete one first.`,
      });
    const unused = { disabledReason: null, failingSinceMs: null, previousUntilMs: null };
    return { endpoint: { ...created, status: 'enabled', ...unused }, secret };
  };
}

function createDeliveries({ store, clock }: WebhooksOptions): Omit<Webhooks, EndpointMethods> {
  const times = () => {
    const nowMs = clock.nowMs();
    return { nowMs, giveUpAtMs: nowMs + retryForMs };
  };
  return {
    async test(tenantId, endpointId) {
      const nowMs = clock.nowMs();
      const event = testEvent(endpointId, nowMs);
      return queued(await store.queueTest(tenantId, endpointId, { event, nowMs, giveUpAtMs: nowMs }));
    },
    async listDeliveries(tenantId, endpointId, options) {
      found(await store.getEndpoint(tenantId, endpointId));
      return await store.listDeliveries(tenantId, endpointId, options);
    },
    redeliver: async (tenantId, endpointId, eventId) =>
      queued(await store.redeliver(tenantId, endpointId, { eventId, ...times() })),
    async redeliverDead(tenantId: TenantId, endpointId, sinceMs) {
      const { redeliveredPerCallMax: rowsMax } = webhookLimits;
      const options = { sinceMs, ...times(), rowsMax };
      const redelivered = queued(await store.redeliverDead(tenantId, endpointId, options));
      return { redelivered, hasMore: redelivered === rowsMax };
    },
  };
}

function requireAllowed(url: string, addresses: WebhookAddresses): void {
  try {
    checkWebhookUrl(url, addresses);
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    throw new AppError('validation_failed', {
      detail: `Events cannot be sent to this URL: ${error.message}.`,
      errors: [{ pointer: '/url', code: 'invalid_value', message: `Not allowed: ${error.message}` }],
    });
  }
}

function requireReader({ mayReadMessages }: WebhookCaller): void {
  if (mayReadMessages) return;
  throw new AppError('insufficient_scope', {
    detail: 'Events with content can only be sent by a key with the scope messages:read.',
  });
}

function found<Value>(value: Value | null): Value {
  if (value === null) throw new AppError('not_found');
  return value;
}

function queued<Value>(answer: Value | 'unknown' | 'disabled' | 'pending'): Value {
  if (answer === 'unknown') throw new AppError('not_found');
  if (answer === 'disabled')
    throw new AppError('invalid_state', { detail: 'The endpoint is disabled. Enable it first.' });
  if (answer === 'pending')
    throw new AppError('invalid_state', { detail: 'The delivery is pending: it is attempted again anyway.' });
  return answer as Value;
}

const secretBytes = 32;

/** A signing secret as Standard Webhooks writes one. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
