import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';

/** To put or to try a policy keeps a processor busy for a while: each tenant has one at a time, and all together a few. */
export interface PolicyPlaces {
  /** Does the work in a place of the tenant. Rejects where there is none. */
  within<Result>(tenantId: TenantId, work: () => Promise<Result>): Promise<Result>;
}

const retryAfterSeconds = 1;

export function createPolicyPlaces({
  totalMax,
  what,
}: {
  readonly totalMax: number;
  readonly what: 'put' | 'tried';
}): PolicyPlaces {
  const busy = new Set<TenantId>();
  return {
    within: async (tenantId, work) => {
      if (busy.has(tenantId))
        throw new AppError('concurrency_limited', {
          detail: `A policy of this tenant is being ${what} already. Wait until that has ended.`,
          retryAfterSeconds,
        });
      if (busy.size >= totalMax)
        throw new AppError('overloaded', {
          detail: `Too many policies are being ${what} at this moment.`,
          retryAfterSeconds,
        });
      busy.add(tenantId);
      try {
        return await work();
      } finally {
        busy.delete(tenantId);
      }
    },
  };
}
