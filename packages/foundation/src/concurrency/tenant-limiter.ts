export interface TenantLimits {
  readonly tenantMax: number;
  readonly totalMax: number;
  /** How many a tenant has in other processes, which count for it alone. */
  readonly elsewhere?: (tenantId: string) => number;
}

type Acquired =
  | { readonly kind: 'acquired' /** Calls after the first do nothing. */; release(): void }
  /** The tenant's own limit is reported first: the caller can do something about that one. */
  | { readonly kind: 'refused'; readonly limit: 'tenant' | 'total' };

/** Counts what is in progress, per tenant and overall, and refuses what exceeds a limit. Nobody waits. */
export interface TenantLimiter {
  /** How many each tenant has. */
  counts(): ReadonlyMap<string, number>;
  tryAcquire(tenantId: string): Acquired;
  /** The limit that would refuse this tenant now, or null. */
  limitReached(tenantId: string): 'tenant' | 'total' | null;
  readonly count: number;
  /** Resolves as soon as nothing is in progress. */
  idle(): Promise<void>;
}

export function createTenantLimiter({
  tenantMax,
  totalMax,
  elsewhere = () => 0,
}: TenantLimits): TenantLimiter {
  const counts = new Map<string, number>();
  let count = 0;
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  function release(tenantId: string): void {
    const left = (counts.get(tenantId) ?? 0) - 1;
    if (left > 0) counts.set(tenantId, left);
    else counts.delete(tenantId);
    count -= 1;
    if (count === 0) idle.resolve();
  }

  function limitReached(tenantId: string): 'tenant' | 'total' | null {
    if ((counts.get(tenantId) ?? 0) + elsewhere(tenantId) >= tenantMax) return 'tenant';
    return count >= totalMax ? 'total' : null;
  }

  return {
    limitReached,
    counts: () => new Map(counts),
    tryAcquire: (tenantId) => {
      const limit = limitReached(tenantId);
      if (limit !== null) return { kind: 'refused', limit };
      counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
      if (count === 0) idle = Promise.withResolvers<void>();
      count += 1;
      let isReleased = false;
      return {
        kind: 'acquired',
        release: () => {
          if (!isReleased) release(tenantId);
          isReleased = true;
        },
      };
    },
    get count() {
      return count;
    },
    idle: () => idle.promise,
  };
}
