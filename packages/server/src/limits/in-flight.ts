import { availableParallelism } from 'node:os';
import type { AppErrorOptions, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { createTenantLimiter, type TenantLimits } from '@avow/foundation/concurrency';
import { type Capacity, excessMs, mayExceed } from './expect-wait.ts';
import type { WorkMeter } from './work-meter.ts';

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
  /** Why a query is refused now, before it is read; null: it would not. The tenant is looked up only if it may be at its limit. */
  refusalOf(findTenant: () => TenantId | null): Refusal | null;
  readonly count: number;
  /** How many queries were refused because the service as a whole could not answer more. */
  readonly refusedForLoad: number;
  /** How many queries each tenant has in progress here. */
  counts(): ReadonlyMap<string, number>;
  /** How many each tenant has in progress on other nodes: they count for the limit of the tenant. */
  setElsewhere(counts: ReadonlyMap<string, number>): void;
  /** Admits nothing from now on. Resolves when nothing is in progress. */
  drain(): Promise<void>;
}

export interface InFlightOptions extends Pick<TenantLimits, 'tenantMax' | 'totalMax'> {
  /** What the machine can do. Left out: the limits alone decide. */
  readonly machine?: { readonly meter: WorkMeter; readonly deadlineMs: number };
}

/** Until the machine is known: what two slow cores answer within half a minute. */
const startPerCore = 16;
const retryAfterSecondsMax = 30;

export function createInFlight({ tenantMax, totalMax, machine }: InFlightOptions): InFlight {
  let elsewhere: ReadonlyMap<string, number> = new Map();
  const limiter = createTenantLimiter({
    ...{ tenantMax, totalMax, elsewhere: (tenantId) => elsewhere.get(tenantId) ?? 0 },
  });
  const startMax = startPerCore * availableParallelism();
  const isFull: Refusal = {
    code: 'overloaded',
    options: {
      detail: 'The service has reached its limit of concurrent queries. Try again later.',
      retryAfterSeconds: 1,
    },
  };
  const tenantIsFull: Refusal = {
    code: 'concurrency_limited',
    options: {
      detail: `This tenant already has ${tenantMax} queries in progress.`,
      retryAfterSeconds: 1,
    },
  };
  let isDraining = false;
  let refusedForLoad = 0;

  /** A query is refused for this reason. */
  function counted(refusal: Refusal | null): Refusal | null {
    if (refusal?.code === 'overloaded') refusedForLoad += 1;
    return refusal;
  }

  function refuse(refusal: Refusal): never {
    counted(refusal);
    throw new AppError(refusal.code, refusal.options);
  }

  function capacityFor(timeoutMs?: number): Capacity | null {
    if (machine === undefined) return null;
    const { meter, deadlineMs } = machine;
    const capacity = { msPerQuery: meter.msPerQuestion(), deadlineMs, startMax };
    return { ...capacity, timeoutMs: timeoutMs ?? deadlineMs };
  }

  /** Null: the machine can answer one more in time. */
  function refusalByLoad(tenantId: TenantId, capacity: Capacity | null): Refusal | null {
    if (capacity === null || !mayExceed(limiter.count, capacity)) return null;
    const excess = excessMs(limiter.counts(), tenantId, capacity);
    if (excess === 0) return null;
    const detail = 'The service has more questions in progress than it can answer in time. Try again later.';
    const retryAfterSeconds = Math.min(retryAfterSecondsMax, Math.max(1, Math.ceil(excess / 1000)));
    return { code: 'overloaded', options: { detail, retryAfterSeconds } };
  }

  function shed(): void {
    if (isDraining) {
      throw new AppError('shutting_down', { detail: 'The service is shutting down.', retryAfterSeconds: 5 });
    }
    if (limiter.count >= totalMax) refuse(isFull);
  }

  return {
    shed,
    enter: (tenantId, timeoutMs) => {
      shed();
      const refusal =
        limiter.limitReached(tenantId) === 'tenant'
          ? tenantIsFull
          : refusalByLoad(tenantId, capacityFor(timeoutMs));
      if (refusal !== null) refuse(refusal);
      const acquired = limiter.tryAcquire(tenantId);
      if (acquired.kind === 'refused') return refuse(isFull);
      const question = machine?.meter.open();
      return {
        run: (work) => (question === undefined ? work() : question.run(work)),
        leave: () => {
          question?.close();
          acquired.release();
        },
      };
    },
    refusalOf: (findTenant) => {
      // While the service shuts down, that is the reason to give.
      if (isDraining) return null;
      if (limiter.count >= totalMax) return counted(isFull);
      const capacity = capacityFor();
      const mayBeRefused = limiter.count >= tenantMax || elsewhere.size > 0;
      if (!mayBeRefused && (capacity === null || !mayExceed(limiter.count, capacity))) return null;
      const tenantId = findTenant();
      if (tenantId === null) return null;
      return limiter.limitReached(tenantId) === 'tenant'
        ? tenantIsFull
        : counted(refusalByLoad(tenantId, capacity));
    },
    counts: limiter.counts,
    setElsewhere: (counts) => {
      elsewhere = counts;
    },
    get count() {
      return limiter.count;
    },
    get refusedForLoad() {
      return refusedForLoad;
    },
    drain: () => {
      isDraining = true;
      return limiter.idle();
    },
  };
}
