import type { TenantId } from '@avow/foundation';
import type { ClaimedDelivery } from './webhook-store.ts';

/** Counts attempts in progress, by tenant and by endpoint. */
export interface InProgress {
  free(): number;
  freeOf(tenantId: TenantId): number;
  byEndpoint(tenantId: TenantId): Readonly<Record<string, number>>;
  /** The function returned is to be called when the attempt has ended. */
  add(claimed: ClaimedDelivery): () => void;
  /** Resolves as soon as there are none. */
  idle(): Promise<void>;
}

export function createInProgress({
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
