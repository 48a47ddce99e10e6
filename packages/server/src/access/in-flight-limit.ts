import type { TenantId } from '@avow/foundation';

/** Counts the queries in progress, for each tenant and in total, and rejects those beyond the limits. */
export interface InFlight {
  /** Throws if the service as a whole is at its limit. Called before any work is done for the request. */
  shed(): void;
  /** Acquires a slot for the tenant. The returned function releases it, once. */
  enter(tenantId: TenantId): () => void;
  readonly count: number;
  /** Admits nothing from now on. Resolves when nothing is in progress. */
  drain(): Promise<void>;
}
