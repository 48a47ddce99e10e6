import { AppError } from '../errors/app-error.ts';
import type { JobId, PackId, TenantId } from '../interfaces/identity.ts';

/** A job that waits or runs in this process. */
export interface QueuedJob {
  readonly tenantId: TenantId;
  readonly packId: PackId;
  readonly jobId: JobId;
  readonly stopping: AbortController;
  readonly gone: PromiseWithResolvers<void>;
  isRunning: boolean;
  /** Another process works on its pack: it is not tried before. */
  restsUntilMs: number;
}

export interface JobQueue {
  add(tenantId: TenantId, packId: PackId, jobId: JobId): void;
  get(jobId: JobId): QueuedJob | undefined;
  all(): QueuedJob[];
  /** Those that may be begun now, in their order, and as many as there is room for. */
  takeNext(nowMs: number): QueuedJob[];
  remove(job: QueuedJob): void;
  /** Takes a place for a job that is about to be added; the function returned gives it back. */
  reserve(tenantId: TenantId): () => void;
}

/** The order of jobs: one after another within a pack, and a bounded number at once. */
export function createJobQueue({
  atOnceMax,
  tenantMax,
}: {
  readonly atOnceMax: number;
  readonly tenantMax: number;
}): JobQueue {
  const jobs = new Map<JobId, QueuedJob>();
  const reserved = new Map<TenantId, number>();
  return {
    add: (tenantId, packId, jobId) => {
      if (jobs.has(jobId)) return;
      const stopping = new AbortController();
      const gone = Promise.withResolvers<void>();
      jobs.set(jobId, { tenantId, packId, jobId, stopping, gone, isRunning: false, restsUntilMs: 0 });
    },
    get: (jobId) => jobs.get(jobId),
    all: () => [...jobs.values()],
    takeNext: (nowMs) => {
      const running = [...jobs.values()].filter(({ isRunning }) => isRunning);
      const busyPacks = new Set(running.map(({ packId }) => packId));
      const next: QueuedJob[] = [];
      for (const job of jobs.values()) {
        if (running.length + next.length >= atOnceMax) break;
        // In the order of their coming within a pack: a publication covers what was added before it.
        if (job.isRunning || busyPacks.has(job.packId)) continue;
        busyPacks.add(job.packId);
        if (job.restsUntilMs <= nowMs) next.push(job);
      }
      return next;
    },
    remove: (job) => {
      jobs.delete(job.jobId);
      job.gone.resolve();
    },
    reserve: (tenantId) => {
      // Counted before the commit: many requests at once must not pass the limit together.
      const waiting = [...jobs.values()].filter((job) => job.tenantId === tenantId).length;
      const reserving = reserved.get(tenantId) ?? 0;
      if (waiting + reserving >= tenantMax)
        throw new AppError('concurrency_limited', {
          detail: `A tenant may have ${tenantMax} jobs waiting. Wait until some have ended.`,
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
