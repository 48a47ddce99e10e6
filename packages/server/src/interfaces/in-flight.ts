import type { TenantId } from './identity.ts';

/** Counts the queries in progress, for each tenant and in all, and refuses what is beyond. */
export interface InFlight {
  /** Throws when the service as a whole has no room: asked first, before any work is done for the request. */
  shed(): void;
  /** Takes a place for the tenant. The function returned gives it back, once. */
  enter(tenantId: TenantId): () => void;
  readonly count: number;
  /** From now on nothing enters. Resolves when nothing is in progress. */
  drain(): Promise<void>;
}
