import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { InFlight } from '../interfaces/in-flight.ts';

export function createInFlight(limits: { readonly tenantMax: number; readonly totalMax: number }): InFlight {
  const tenants = new Map<TenantId, number>();
  let count = 0;
  let draining: PromiseWithResolvers<void> | null = null;

  function shed(): void {
    if (draining !== null) {
      throw new AppError('shutting_down', { detail: 'The service is shutting down.', retryAfterSeconds: 5 });
    }
    if (count >= limits.totalMax) {
      throw new AppError('overloaded', {
        detail: 'The service has no room for another query now.',
        retryAfterSeconds: 1,
      });
    }
  }

  function leave(tenantId: TenantId): void {
    const left = (tenants.get(tenantId) ?? 0) - 1;
    if (left > 0) tenants.set(tenantId, left);
    else tenants.delete(tenantId);
    count -= 1;
    if (count === 0) draining?.resolve();
  }

  return {
    shed,
    enter: (tenantId) => {
      shed();
      const mine = tenants.get(tenantId) ?? 0;
      if (mine >= limits.tenantMax) {
        throw new AppError('concurrency_limited', {
          detail: `This tenant already has ${limits.tenantMax} queries in progress.`,
          retryAfterSeconds: 1,
        });
      }
      tenants.set(tenantId, mine + 1);
      count += 1;
      let inside = true;
      return () => {
        if (inside) leave(tenantId);
        inside = false;
      };
    },
    get count() {
      return count;
    },
    drain: () => {
      draining ??= Promise.withResolvers<void>();
      if (count === 0) draining.resolve();
      return draining.promise;
    },
  };
}
