import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { createFairRunner, createTenantLimiter, type TenantLimits } from '@avow/foundation/concurrency';

/** Runs one insight request when its tenant is next; rejects if too many are queued or running. */
export type InsightQueue = <Result>(tenantId: TenantId, work: () => Promise<Result>) => Promise<Result>;

const retryAfterSeconds = 5;
/** Insights need memory and time. The second slot is always for another tenant. */
const runningLimits = { runningMax: 2, tenantRunningMax: 1 };

export function createInsightQueue(limits: TenantLimits): InsightQueue {
  const limiter = createTenantLimiter(limits);
  const runner = createFairRunner(runningLimits);
  return async (tenantId, work) => {
    const acquired = limiter.tryAcquire(tenantId);
    if (acquired.kind === 'refused')
      throw acquired.limit === 'tenant'
        ? new AppError('concurrency_limited', {
            detail: `A tenant can have at most ${limits.tenantMax} insight requests in progress. Wait until some have finished.`,
            retryAfterSeconds,
          })
        : new AppError('overloaded', {
            detail: 'Too many insight requests are in progress. Try again later.',
            retryAfterSeconds,
          });
    try {
      return await runner.run(tenantId, work);
    } finally {
      acquired.release();
    }
  };
}
