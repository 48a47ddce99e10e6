import type { AppErrorOptions, TenantId } from '@avow/foundation';

/** Which limit a query would exceed: that of the service, or that of its tenant. */
export type InFlightRefusal = 'overloaded' | 'concurrency_limited';

/** Counts the queries in progress, for each tenant and in total, and rejects those beyond the limits. */
export interface InFlight {
  /** Throws if the service as a whole is at its limit. Called before any work is done for the request. */
  shed(): void;
  /** Acquires a slot for the tenant. The returned function releases it, once. */
  enter(tenantId: TenantId): () => void;
  /** Why another query would be refused now; null: it would not. The tenant is looked up only if it may be at its limit. */
  refusalOf(findTenant: () => TenantId | null): InFlightRefusal | null;
  /** What the refusal says to the client. */
  readonly refusals: Readonly<Record<InFlightRefusal, AppErrorOptions>>;
  readonly count: number;
  /** How many queries each tenant has in progress here. */
  counts(): ReadonlyMap<string, number>;
  /** How many each tenant has in progress on other nodes: they count for the limit of the tenant. */
  setElsewhere(counts: ReadonlyMap<string, number>): void;
  /** Admits nothing from now on. Resolves when nothing is in progress. */
  drain(): Promise<void>;
}
