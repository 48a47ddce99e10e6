import type { Locked, SourceId, TenantId } from '@avow/foundation';
import { repeat } from '@avow/foundation';
import { type SyncDependencies, syncSource } from './sync-source.ts';

export interface SyncRunnerDependencies extends SyncDependencies {
  /** Excludes others that sync the same source, in any process. */
  readonly tryLock: <Result>(
    name: string,
    options: { readonly waitMs: number },
    work: (lost: AbortSignal) => Promise<Result>,
  ) => Promise<Locked<Result>>;
  readonly syncLimits?: SyncLimits;
}

interface SyncLimits {
  readonly runningMax: number;
  /** How many of those may belong to one tenant. */
  readonly tenantRunningMax: number;
  readonly pollMs: number;
}

export interface SyncRunner {
  /** Looks for what is due now and every few seconds from now on. */
  start(): void;
  /** Looks for what is due now. */
  wake(): void;
  /** Takes the sync of one source to its end, or until another process has it. */
  runToEnd(tenantId: TenantId, sourceId: SourceId): Promise<void>;
  /** Readings stop and are continued at the next start. */
  close(): Promise<void>;
}

const usualLimits: SyncLimits = { runningMax: 4, tenantRunningMax: 2, pollMs: 2_000 };
const listedMax = 1_000;
const servedMax = 10_000;

type DueSource = { readonly tenantId: TenantId; readonly sourceId: SourceId };

/** Negative if the first is to be served before the other; of one tenant, the order stays. */
function compareTurns(
  { tenantId: one }: DueSource,
  { tenantId: other }: DueSource,
  {
    counts,
    served,
  }: { readonly counts: ReadonlyMap<TenantId, number>; readonly served: ReadonlyMap<TenantId, number> },
): number {
  const byCount = (counts.get(one) ?? 0) - (counts.get(other) ?? 0);
  return byCount === 0 ? (served.get(one) ?? 0) - (served.get(other) ?? 0) : byCount;
}

/** Runs the syncs that are due. Of several processes, the one that gets the lock of a source runs its sync. */
export function createSyncRunner(parts: SyncRunnerDependencies): SyncRunner {
  const { runningMax, tenantRunningMax, pollMs } = parts.syncLimits ?? usualLimits;
  const stopping = new AbortController();
  const running = new Map<SourceId, { readonly tenantId: TenantId; readonly work: Promise<void> }>();
  /** The order in which tenants were served last. */
  const served = new Map<TenantId, number>();
  let turns = 0;
  let stopPolling: () => Promise<void> = async () => undefined;

  async function run(tenantId: TenantId, sourceId: SourceId): Promise<void> {
    try {
      await parts.tryLock(`source-${sourceId}`, { waitMs: 0 }, (lost) =>
        syncSource(parts, tenantId, { sourceId, signal: AbortSignal.any([stopping.signal, lost]) }),
      );
      const jobId = (await parts.sources.openSource(tenantId, sourceId))?.run?.jobId ?? null;
      if (jobId === null) return;
      await parts.runner.ended(jobId);
      // Ends the sync if its job could not.
      if (!stopping.signal.aborted)
        await parts.tryLock(`source-${sourceId}`, { waitMs: 0 }, (lost) =>
          syncSource(parts, tenantId, { sourceId, signal: AbortSignal.any([stopping.signal, lost]) }),
        );
    } catch (error) {
      if (!stopping.signal.aborted) parts.onFailure(error, sourceId);
    }
  }

  function begin(tenantId: TenantId, sourceId: SourceId): Promise<void> {
    const begun = running.get(sourceId);
    if (begun !== undefined) return begun.work;
    turns += 1;
    served.delete(tenantId);
    served.set(tenantId, turns);
    if (served.size > servedMax) for (const first of served.keys().take(1)) served.delete(first);
    const work = run(tenantId, sourceId).finally(() => running.delete(sourceId));
    running.set(sourceId, { tenantId, work });
    return work;
  }

  async function poll(): Promise<void> {
    if (stopping.signal.aborted) return;
    const due = await parts.sources.listDue(parts.nowMs(), listedMax);
    const waiting = due.filter(({ sourceId }) => !running.has(sourceId));
    while (running.size < runningMax && !stopping.signal.aborted) {
      const next = takeFairly(waiting);
      if (next === null) return;
      void begin(next.tenantId, next.sourceId);
    }
  }

  /** Of the tenant with the fewest syncs in progress, and of those the one that has not been served for the longest time. */
  function takeFairly(waiting: DueSource[]): DueSource | null {
    const counts = new Map<TenantId, number>();
    for (const { tenantId } of running.values()) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
    let [best, chosen] = [-1, null as DueSource | null];
    for (const [at, one] of waiting.entries()) {
      const count = counts.get(one.tenantId) ?? 0;
      const isBetter = chosen === null || compareTurns(one, chosen, { counts, served }) < 0;
      if (count < tenantRunningMax && isBetter) [best, chosen] = [at, one];
    }
    if (chosen !== null) waiting.splice(best, 1);
    return chosen;
  }

  const pollQuietly = () => poll().catch((error: unknown) => parts.onFailure(error, null));

  return {
    start: () => {
      stopPolling = repeat(pollMs, pollQuietly);
    },
    wake: () => void pollQuietly(),
    runToEnd: begin,
    close: async () => {
      stopping.abort(new Error('the service stops'));
      await stopPolling();
      await Promise.all([...running.values()].map(({ work }) => work));
    },
  };
}
