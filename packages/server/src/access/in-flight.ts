import type { TenantLimits } from '@avow/foundation';
import { AppError, createTenantLimiter } from '@avow/foundation';
import type { InFlight } from './in-flight-limit.ts';

export function createInFlight(limits: TenantLimits): InFlight {
  const limiter = createTenantLimiter(limits);
  let isDraining = false;

  function shed(): void {
    if (isDraining) {
      throw new AppError('shutting_down', { detail: 'The service is shutting down.', retryAfterSeconds: 5 });
    }
    if (limiter.count >= limits.totalMax) {
      throw new AppError('overloaded', {
        detail: 'The service has reached its limit of concurrent queries. Try again later.',
        retryAfterSeconds: 1,
      });
    }
  }

  return {
    shed,
    enter: (tenantId) => {
      shed();
      const acquired = limiter.tryAcquire(tenantId);
      if (acquired.kind === 'acquired') return acquired.release;
      throw new AppError('concurrency_limited', {
        detail: `This tenant already has ${limits.tenantMax} queries in progress.`,
        retryAfterSeconds: 1,
      });
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
