import { AppError, type TenantId } from '@avow/foundation';
import { createTenantLimiter } from '@avow/foundation/concurrency';

/** Setting or trying a policy keeps a processor busy for a while: one at a time per tenant, and a few overall. */
export interface PolicyLimiter {
  /** Rejects if a limit is reached. */
  run<Result>(tenantId: TenantId, work: () => Promise<Result>): Promise<Result>;
}

const retryAfterSeconds = 1;

export function createPolicyLimiter({
  totalMax,
  operation,
}: {
  readonly totalMax: number;
  readonly operation: 'set' | 'tried';
}): PolicyLimiter {
  const limiter = createTenantLimiter({ tenantMax: 1, totalMax });
  return {
    run: async (tenantId, work) => {
      const slot = limiter.tryAcquire(tenantId);
      if (slot.kind === 'refused')
        throw slot.limit === 'tenant'
          ? new AppError('concurrency_limited', {
              detail: `Another policy of this tenant is being ${operation}. Wait until that has finished.`,
              retryAfterSeconds,
            })
          : new AppError('overloaded', {
              detail: `Too many policies are being ${operation} at the moment. Try again later.`,
              retryAfterSeconds,
            });
      try {
        return await work();
      } finally {
        slot.release();
      }
    },
  };
}
