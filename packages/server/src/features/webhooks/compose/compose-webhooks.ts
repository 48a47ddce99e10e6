import { roleScopes } from '@avow/contract/roles';
import { createAddressPolicy } from '@avow/documents/fetching';
import type { Clock } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import type { Log } from '@avow/foundation/log';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { isOnlyAway } from '../../nodes/compose/watch-nodes.ts';
import { nameableGroups } from '../../people/people.ts';
import type { User } from '../../people/people-store.ts';
import type { ReaderGroups } from '../../records/records.ts';
import { createComposePayload } from '../compose-payload.ts';
import { createDispatcher, type DispatcherLimits } from '../create-dispatcher.ts';
import { formatPayload } from '../format-payload.ts';
import { createSendWebhook, type WebhookAddresses } from '../send-webhook.ts';
import { createWebhooks, type Webhooks } from '../webhooks.ts';

export interface WebhookSetup {
  readonly config: Pick<Config, 'webhookPrivateAddresses'>;
  readonly data: Pick<DataFolder, 'store' | 'nodes'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the service, for links to its console. */
  readonly baseUrl: () => string;
}

/** The endpoints of tenants, and the sending of events in the background. */
export interface ComposedWebhooks {
  readonly webhooks: Webhooks;
  /** Removes what is old, ends what is too much, and notes how much is pending. */
  sweep(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

const timeoutMs = 15_000;
const limits: DispatcherLimits = {
  ...{ totalMax: 64, tenantMax: 16, endpointMax: 4 },
  ...{ leaseMs: 60_000, pollMs: 1000 },
};

/** A delivery can be looked up and replayed for as long. */
const deliveriesKeptMs = 7 * 86_400_000;
/** Of one endpoint; what exceeds it is dead, oldest first. */
const pendingMax = 100_000;
const sweepEveryMs = 60_000;
const closeGraceMs = 5000;

function groupsOf(user: User | null): ReaderGroups | 'none' {
  const mayRead = user?.status === 'active' && roleScopes[user.role].includes('messages:read');
  return mayRead ? nameableGroups(user) : 'none';
}

function addressesOf({ config }: Pick<WebhookSetup, 'config'>): WebhookAddresses {
  const allowsLoopback = config.webhookPrivateAddresses === 'on';
  return { policy: createAddressPolicy(allowsLoopback), allowsLoopback };
}

/** Webhooks without sending, for the command line: a running service sends what it queues. */
export function composeWebhookEndpoints(
  parts: Pick<WebhookSetup, 'config' | 'clock'> & { readonly data: Pick<DataFolder, 'store'> },
): Webhooks {
  return createWebhooks({
    ...{ store: parts.data.store.webhooks, addresses: addressesOf(parts), clock: parts.clock },
  });
}

export function composeWebhooks(
  parts: WebhookSetup,
  metrics: Pick<Metrics, 'countWebhookAttempt' | 'noteWebhooksPending'>,
): ComposedWebhooks {
  const { log } = parts;
  const { clock } = parts;
  const { webhooks: store, records, access, people } = parts.data.store;
  const onFailure = (error: unknown) => {
    if (!isOnlyAway(parts.data.nodes, error)) log.error({ err: error }, 'webhooks could not be sent');
  };
  const composePayload = createComposePayload({
    ...{ records, access },
    groupsOfReader: async (tenantId, userId) => groupsOf(await people.getUser(tenantId, userId)),
  });
  const dispatcher = createDispatcher({
    ...{ store, clock, limits, onFailure, random: Math.random },
    send: createSendWebhook(addressesOf(parts), timeoutMs),
    composePayload: async (claimed, nowMs) =>
      formatPayload(await composePayload(claimed, nowMs), claimed.format, parts.baseUrl()),
    onAttempt: metrics.countWebhookAttempt,
    onDisabled: ({ tenantId, delivery }, reason) =>
      log.warn(
        { tenant_id: tenantId, endpoint_id: delivery.endpointId, reason },
        'a webhook endpoint was disabled',
      ),
  });

  async function sweep(): Promise<void> {
    const nowMs = clock.nowMs();
    await store.sweep({ beforeMs: nowMs - deliveriesKeptMs, nowMs });
    const pending = await store.countPending();
    metrics.noteWebhooksPending(pending);
    if (pending <= pendingMax) return;
    for (const { tenantId } of await access.listTenants()) await store.limitBacklog(tenantId, { pendingMax });
  }

  let stopSweeping: () => Promise<void> = async () => undefined;
  return {
    webhooks: composeWebhookEndpoints(parts),
    sweep,
    start: () => {
      dispatcher.start();
      stopSweeping = repeat(sweepEveryMs, () => sweep().catch(onFailure));
    },
    close: async () => {
      await stopSweeping();
      await dispatcher.close(closeGraceMs);
    },
  };
}
