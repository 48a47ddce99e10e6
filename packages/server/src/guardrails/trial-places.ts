import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';

/** A trial may keep a processor busy for a while: each tenant has one at a time, and all together a few. */
export interface TrialPlaces {
  /** Gives the place back. Throws where there is none. */
  take(tenantId: TenantId): () => void;
}

export function createTrialPlaces({ totalMax }: { readonly totalMax: number }): TrialPlaces {
  const trying = new Set<TenantId>();
  return {
    take: (tenantId) => {
      if (trying.has(tenantId))
        throw new AppError('concurrency_limited', {
          detail: 'A policy of this tenant is being tried already. Wait until that has ended.',
        });
      if (trying.size >= totalMax)
        throw new AppError('overloaded', { detail: 'Too many policies are being tried at this moment.' });
      trying.add(tenantId);
      return () => {
        trying.delete(tenantId);
      };
    },
  };
}
