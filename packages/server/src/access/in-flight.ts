import type { TenantLimits } from '@avow/foundation';
import { AppError, createTenantLimiter } from '@avow/foundation';
import type { InFlight } from './in-flight-limit.ts';

export function createInFlight(limits: TenantLimits): InFlight {
  let elsewhere: ReadonlyMap<string, number> = new Map();
  const limiter = createTenantLimiter({ ...limits, elsewhere: (tenantId) => elsewhere.get(tenantId) ?? 0 });
  const refusals: InFlight['refusals'] = {
    overloaded: {
      detail: 'The service has reached its limit of concurrent queries. Try again later.',
      retryAfterSeconds: 1,
    },
    concurrency_limited: {
      detail: `This tenant already has ${limits.tenantMax} queries in progress.`,
      retryAfterSeconds: 1,
    },
  };
  let isDraining = false;

  function shed(): void {
    if (isDraining) {
      throw new AppError('shutting_down', { detail: 'The service is shutting down.', retryAfterSeconds: 5 });
    }
    if (limiter.count >= limits.totalMax) throw new AppError('overloaded', refusals.overloaded);
  }

  return {
    shed,
    enter: (tenantId) => {
      shed();
      const acquired = limiter.tryAcquire(tenantId);
      if (acquired.kind === 'acquired') return acquired.release;
      throw new AppError('concurrency_limited', refusals.concurrency_limited);
    },
    refusalOf: (findTenant) => {
      // While the service shuts down, that is the reason to give.
      if (isDraining) return null;
      if (limiter.count >= limits.totalMax) return 'overloaded';
      if (limiter.count < limits.tenantMax && elsewhere.size === 0) return null;
      const tenantId = findTenant();
      return tenantId !== null && limiter.limitReached(tenantId) === 'tenant' ? 'concurrency_limited' : null;
    },
    refusals,
    counts: limiter.counts,
    setElsewhere: (counts) => {
      elsewhere = counts;
    },
    get count() {
      return limiter.count;
    },
    drain: () => {
      isDraining = true;
      return limiter.idle();
    },
  };
}
