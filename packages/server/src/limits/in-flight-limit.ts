import type { AppErrorOptions, TenantId } from '@avow/foundation';

/** Which limit a query would exceed: that of the service, or that of its tenant. */
type InFlightRefusal = 'overloaded' | 'concurrency_limited';

/** Why a query is refused, and what the refusal says to the client. */
export interface Refusal {
  readonly code: InFlightRefusal;
  readonly options: AppErrorOptions & { readonly retryAfterSeconds: number };
}

/** A query that was let in. */
export interface EnteredQuery {
  /** Runs the work on it, so that what it takes is known the next time. */
  run<Result>(work: () => Result): Result;
  /** Ends it, once. */
  leave(): void;
}

/** Counts the queries in progress, for each tenant and in total, and rejects those that exceed a limit or could not be answered in time. */
export interface InFlight {
  /** Throws if the service as a whole is at its limit. Called before any work is done for the request. */
  shed(): void;
  /** Acquires a slot for the tenant, or throws. `timeoutMs`: how long the query may take; left out: as long as usual. */
  enter(tenantId: TenantId, timeoutMs?: number): EnteredQuery;
  /** Why another query would be refused now; null: it would not. The tenant is looked up only if it may be at its limit. */
  refusalOf(findTenant: () => TenantId | null): Refusal | null;
  readonly count: number;
  /** How many queries each tenant has in progress here. */
  counts(): ReadonlyMap<string, number>;
  /** How many each tenant has in progress on other nodes: they count for the limit of the tenant. */
  setElsewhere(counts: ReadonlyMap<string, number>): void;
  /** Admits nothing from now on. Resolves when nothing is in progress. */
  drain(): Promise<void>;
}
