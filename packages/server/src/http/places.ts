import type { ServerResponse } from 'node:http';
import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';

/** What costs as long as it lasts, uploads and streams: so many at once, and not all of them one tenant's. */
export interface Places {
  /** Takes a place until the response is over. Throws where there is none, or the tenant has its share. */
  take(tenantId: TenantId, response: ServerResponse): void;
}

export interface PlaceLimits {
  readonly totalMax: number;
  readonly tenantMax: number;
}

const retryAfterSeconds = 2;

/** `things`: what is counted, in the plural. */
export function createPlaces(things: string, { totalMax, tenantMax }: PlaceLimits): Places {
  const taken = new Map<TenantId, number>();
  let total = 0;
  return {
    take: (tenantId, response) => {
      // Whoever has left already, as while the key was looked up, gives nothing back.
      if (response.closed) return;
      const ofTenant = taken.get(tenantId) ?? 0;
      if (ofTenant >= tenantMax) {
        throw new AppError('concurrency_limited', {
          detail: `A tenant may have ${tenantMax} ${things} in progress. Let some finish.`,
          retryAfterSeconds,
        });
      }
      if (total >= totalMax) {
        throw new AppError('overloaded', {
          detail: `Too many ${things} are in progress.`,
          retryAfterSeconds,
        });
      }
      total += 1;
      taken.set(tenantId, ofTenant + 1);
      response.once('close', () => {
        total -= 1;
        const left = (taken.get(tenantId) ?? 1) - 1;
        if (left === 0) taken.delete(tenantId);
        else taken.set(tenantId, left);
      });
    },
  };
}
