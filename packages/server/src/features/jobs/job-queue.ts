import type { JobId, PackId, TenantId } from '@avow/foundation';
import { AppError, createFairQueue } from '@avow/foundation';

/** A job that is queued or running in this process. */
export interface QueuedJob {
  readonly tenantId: TenantId;
  readonly packId: PackId;
  readonly jobId: JobId;
  readonly stopping: AbortController;
  readonly settled: PromiseWithResolvers<void>;
  /** Another process holds the lock of its pack: the job is not tried before this time. */
  notBeforeMs: number;
}

export interface JobQueue {
  add(tenantId: TenantId, packId: PackId, jobId: JobId): void;
  get(jobId: JobId): QueuedJob | undefined;
  all(): QueuedJob[];
  /** Takes the next job that may run now, which then counts as running; undefined if there is none or no free slot. */
  startNext(nowMs: number): QueuedJob | undefined;
  /** Puts a running job back at the front of its tenant's queue. */
  putBack(job: QueuedJob): void;
  /** Puts a running job at the end of its tenant's queue, behind an earlier job of its pack. */
  putLast(job: QueuedJob): void;
  isRunning(job: QueuedJob): boolean;
  /** Whether a job of another tenant waits only for a slot. */
  isNeededByOthers(job: QueuedJob, nowMs: number): boolean;
  remove(job: QueuedJob): void;
  /** Reserves a place for a job that is about to be added; the returned function releases it. */
  reserve(tenantId: TenantId): () => void;
}

export interface JobQueueLimits {
  readonly runningMax: number;
  /** How many of those may belong to one tenant. */
  readonly tenantRunningMax: number;
  /** Jobs of one tenant that have not ended. */
  readonly tenantMax: number;
}

/** Orders jobs: round-robin over tenants, sequentially within a pack, with a limited number running. */
export function createJobQueue({ runningMax, tenantRunningMax, tenantMax }: JobQueueLimits): JobQueue {
  const jobs = new Map<JobId, QueuedJob>();
  const waiting = createFairQueue<QueuedJob>();
  const running = new Set<QueuedJob>();
  const reserved = new Map<TenantId, number>();

  function createMayStart(nowMs: number): (job: QueuedJob) => boolean {
    const blockedPacks = new Set([...running].map(({ packId }) => packId));
    return ({ tenantId, packId, notBeforeMs }) => {
      if (blockedPacks.has(packId)) return false;
      // Jobs of a pack run in order of arrival: a publication covers what was added before it.
      blockedPacks.add(packId);
      const own = [...running].filter((job) => job.tenantId === tenantId).length;
      return own < tenantRunningMax && notBeforeMs <= nowMs;
    };
  }

  return {
    add: (tenantId, packId, jobId) => {
      if (jobs.has(jobId)) return;
      const stopping = new AbortController();
      const settled = Promise.withResolvers<void>();
      const job = { tenantId, packId, jobId, stopping, settled, notBeforeMs: 0 };
      jobs.set(jobId, job);
      waiting.add(tenantId, job);
    },
    get: (jobId) => jobs.get(jobId),
    all: () => [...jobs.values()],
    startNext: (nowMs) => {
      if (running.size >= runningMax) return undefined;
      const next = waiting.take(createMayStart(nowMs));
      if (next !== undefined) running.add(next);
      return next;
    },
    putBack: (job) => {
      running.delete(job);
      waiting.putBack(job.tenantId, job);
    },
    putLast: (job) => {
      running.delete(job);
      waiting.add(job.tenantId, job);
    },
    isRunning: (job) => running.has(job),
    isNeededByOthers: ({ tenantId }, nowMs) => {
      if (running.size < runningMax) return false;
      const mayStart = createMayStart(nowMs);
      return waiting.peek((job) => job.tenantId !== tenantId && mayStart(job)) !== undefined;
    },
    remove: (job) => {
      running.delete(job);
      waiting.remove(job.tenantId, job);
      jobs.delete(job.jobId);
      job.settled.resolve();
    },
    reserve: (tenantId) => {
      // Counted before the commit, so that concurrent requests cannot exceed the limit together.
      const unfinished = [...jobs.values()].filter((job) => job.tenantId === tenantId).length;
      const reserving = reserved.get(tenantId) ?? 0;
      if (unfinished + reserving >= tenantMax)
        throw new AppError('concurrency_limited', {
          detail: `A tenant can have at most ${tenantMax} queued jobs. Wait until some have ended.`,
          retryAfterSeconds: 10,
        });
      reserved.set(tenantId, reserving + 1);
      return () => {
        const left = (reserved.get(tenantId) ?? 1) - 1;
        if (left > 0) reserved.set(tenantId, left);
        else reserved.delete(tenantId);
      };
    },
  };
}
