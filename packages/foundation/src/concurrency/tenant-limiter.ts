export interface TenantLimits {
  readonly tenantMax: number;
  readonly totalMax: number;
}

type Acquired =
  | { readonly kind: 'acquired' /** Calls after the first do nothing. */; release(): void }
  /** The tenant's own limit is reported first: the caller can do something about that one. */
  | { readonly kind: 'refused'; readonly limit: 'tenant' | 'total' };

/** Counts what is in progress, per tenant and overall, and refuses what exceeds a limit. Nobody waits. */
export interface TenantLimiter {
  tryAcquire(tenantId: string): Acquired;
  readonly count: number;
  /** Resolves as soon as nothing is in progress. */
  idle(): Promise<void>;
}

export function createTenantLimiter({ tenantMax, totalMax }: TenantLimits): TenantLimiter {
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

  return {
    tryAcquire: (tenantId) => {
      const own = counts.get(tenantId) ?? 0;
      if (own >= tenantMax) return { kind: 'refused', limit: 'tenant' };
      if (count >= totalMax) return { kind: 'refused', limit: 'total' };
      counts.set(tenantId, own + 1);
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
