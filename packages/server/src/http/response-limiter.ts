import type { ServerResponse } from 'node:http';
import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { createTenantLimiter, type TenantLimits } from '@avow/foundation/concurrency';

/** Limits concurrent uploads and streams, per tenant and overall. */
export interface ResponseLimiter {
  /** Counts the response until it is closed. Throws if a limit is reached. */
  acquire(tenantId: TenantId, response: ServerResponse): void;
}

const retryAfterSeconds = 2;

/** `noun`: what is limited, in the plural, for error messages. */
export function createResponseLimiter(noun: string, limits: TenantLimits): ResponseLimiter {
  const limiter = createTenantLimiter(limits);
  return {
    acquire: (tenantId, response) => {
      // If the client left while its key was looked up, no close event would release it.
      if (response.closed) return;
      const acquired = limiter.tryAcquire(tenantId);
      if (acquired.kind === 'acquired') response.once('close', acquired.release);
      else if (acquired.limit === 'tenant')
        throw new AppError('concurrency_limited', {
          detail: `A tenant can have at most ${limits.tenantMax} ${noun} in progress. Wait until some have finished.`,
          retryAfterSeconds,
        });
      else
        throw new AppError('overloaded', {
          detail: `Too many ${noun} are in progress.`,
          retryAfterSeconds,
        });
    },
  };
}
