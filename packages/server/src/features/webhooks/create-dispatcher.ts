import type { Clock, TenantId } from '@avow/foundation';
import { createNotifier } from '@avow/foundation/concurrency';
import { judgeAttempt } from './judge-attempt.ts';
import { type SendWebhook, signWebhook } from './send-webhook.ts';
import { endpointDisabledEvent } from './webhook-events.ts';
import type { ClaimedDelivery, DeliveryOutcome, WebhookStore } from './webhook-store.ts';

export interface DispatcherLimits {
  /** Attempts in progress of all tenants, of one tenant, and to one endpoint. */
  readonly totalMax: number;
  readonly tenantMax: number;
  readonly endpointMax: number;
  /** Longer than an attempt can take: after a crash, an attempt is repeated when this time has passed. */
  readonly leaseMs: number;
  /** How often the store is asked for what is due, if nothing else happens. */
  readonly pollMs: number;
}

interface DispatcherOptions {
  readonly store: WebhookStore;
  readonly send: SendWebhook;
  readonly composePayload: (claimed: ClaimedDelivery, nowMs: number) => Promise<string>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly limits: DispatcherLimits;
  readonly onAttempt: (outcome: DeliveryOutcome) => void;
  readonly onDisabled: (claimed: ClaimedDelivery, reason: 'gone' | 'failing') => void;
  readonly onFailure: (error: unknown) => void;
}

/** Sends what is due, fairly between tenants. */
interface WebhookDispatcher {
  /** Begins as many attempts as are due and allowed at the same time. */
  sendDue(): Promise<void>;
  /** Resolves when no attempt is in progress. */
  idle(): Promise<void>;
  start(): void;
  /** Begins nothing more. What is in progress after the grace is cut off, and repeated after its lease. */
  close(graceMs: number): Promise<void>;
}

/** Tenants that one look asks for; the next look goes on after them. */
const tenantsPerLook = 100;

export function createDispatcher(parts: DispatcherOptions): WebhookDispatcher {
  const { store, clock, limits, onFailure } = parts;
  const inProgress = createInProgress(limits);
  const ended = createNotifier();
  const stopped = new AbortController();
  const cut = new AbortController();
  let lastTenant: TenantId | null = null;
  let running: Promise<void> = Promise.resolve();

  /** Those after the last one that was served come first. */
  async function listDue(nowMs: number): Promise<TenantId[]> {
    const due = await store.listTenantsDue(nowMs, { after: lastTenant, limit: tenantsPerLook });
    if (lastTenant === null || due.length === tenantsPerLook) return due;
    const fromStart = await store.listTenantsDue(nowMs, { after: null, limit: tenantsPerLook - due.length });
    return [...new Set([...due, ...fromStart])];
  }

  async function sendDue(): Promise<void> {
    if (inProgress.free() === 0) return;
    const tenantIds = await listDue(clock.nowMs());
    for (const [position, tenantId] of tenantIds.entries()) {
      if (inProgress.free() === 0 || stopped.signal.aborted) return;
      const share = Math.ceil(inProgress.free() / (tenantIds.length - position));
      const limit = Math.min(share, inProgress.freeOf(tenantId));
      lastTenant = tenantId;
      // One tenant whose endpoints cannot be opened must not stop the others.
      if (limit > 0) await claim(tenantId, limit).catch(onFailure);
    }
  }

  async function claim(tenantId: TenantId, limit: number): Promise<void> {
    const nowMs = clock.nowMs();
    const leaseUntilMs = nowMs + limits.leaseMs;
    const { endpointMax } = limits;
    const underWay = inProgress.byEndpoint(tenantId);
    const options = { nowMs, leaseUntilMs, limit, endpointMax, underWay };
    for (const claimed of await store.claimDeliveries(tenantId, options)) {
      const done = inProgress.add(claimed);
      void attempt(parts, claimed, cut.signal)
        // The attempt is repeated after its lease.
        .catch((error: unknown) => cut.signal.aborted || onFailure(error))
        .finally(() => {
          done();
          ended.notify();
        });
    }
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await sendDue().catch(onFailure);
      await ended.wait(limits.pollMs, stopped.signal);
    }
  }

  return {
    sendDue,
    idle: inProgress.idle,
    start: () => {
      running = run();
    },
    close: async (graceMs) => {
      stopped.abort();
      const timer = setTimeout(() => cut.abort(), graceMs);
      await running;
      await inProgress.idle();
      clearTimeout(timer);
    },
  };
}

async function attempt(
  parts: DispatcherOptions,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, random } = parts;
  const { tenantId, delivery, url, secrets } = claimed;
  const { endpointId, eventId } = delivery;
  const atMs = clock.nowMs();
  const body = await parts.composePayload(claimed, atMs);
  const headers = signWebhook(secrets, { eventId, atMs, body });
  const sent = await parts.send({ url, headers, body }, signal);
  const nowMs = clock.nowMs();
  const judged = judgeAttempt(sent, delivery, { nowMs, random });
  const reason = judged.disable?.reason ?? 'failing';
  const notice = endpointDisabledEvent(endpointId, { reason, nowMs });
  const recorded = await store.endAttempt(tenantId, delivery, { ...judged, nowMs, notice });
  parts.onAttempt(judged.outcome);
  if (recorded === 'disabled') parts.onDisabled(claimed, reason);
}

/** Counts attempts in progress, by tenant and by endpoint. */
interface InProgress {
  free(): number;
  freeOf(tenantId: TenantId): number;
  byEndpoint(tenantId: TenantId): Readonly<Record<string, number>>;
  /** The function returned is to be called when the attempt has ended. */
  add(claimed: ClaimedDelivery): () => void;
  /** Resolves as soon as there are none. */
  idle(): Promise<void>;
}

function createInProgress({
  totalMax,
  tenantMax,
}: {
  readonly totalMax: number;
  readonly tenantMax: number;
}): InProgress {
  const all = new Set<ClaimedDelivery>();
  const idleWaiters = new Set<() => void>();
  const ofTenant = (tenantId: TenantId) => [...all].filter((claimed) => claimed.tenantId === tenantId);
  return {
    free: () => totalMax - all.size,
    freeOf: (tenantId) => tenantMax - ofTenant(tenantId).length,
    byEndpoint: (tenantId) => {
      const counts: Record<string, number> = {};
      for (const { delivery } of ofTenant(tenantId))
        counts[delivery.endpointId] = (counts[delivery.endpointId] ?? 0) + 1;
      return counts;
    },
    add: (claimed) => {
      all.add(claimed);
      return () => {
        all.delete(claimed);
        if (all.size > 0) return;
        for (const wake of idleWaiters) wake();
        idleWaiters.clear();
      };
    },
    idle: () => (all.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.add(resolve))),
  };
}
