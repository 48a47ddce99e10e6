import { setTimeout as sleep } from 'node:timers/promises';
import type { JobId, PackId, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { z } from 'zod';
import type { TryPackLock } from '../../limits/pack-lock.ts';
import { createJobQueue, type QueuedJob } from './job-queue.ts';
import type { Job, JobInput, JobStore } from './job-store.ts';

/** How a job ended, or that it was paused after a step and will be resumed. */
export type JobEnd =
  | { readonly kind: 'succeeded'; readonly version: number | null }
  | { readonly kind: 'failed'; readonly failure: string }
  | { readonly kind: 'paused' };

export interface JobControl {
  /** Aborts the job with its reason. */
  readonly signal: AbortSignal;
  /** Whether the job has used up its time slice while others wait; checked after a step whose progress is saved. */
  readonly shouldPause: () => boolean;
}

/** Executes one job, resuming where it stopped. */
export type ExecuteJob = (tenantId: TenantId, job: Job, control: JobControl) => Promise<JobEnd>;

const commonOptions = { title: z.string().nullable(), groups: z.array(z.string()) };
const documentOptions = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), ...commonOptions, url: z.string().nullable() }),
  z.object({ kind: z.literal('url'), ...commonOptions, url: z.string(), source: z.string().nullable() }),
]);
const publishOptions = z.object({
  note: z.string(),
  isForced: z.boolean().default(false),
  /** Who asked for it. */
  author: z.object({ actor: z.string(), reason: z.string() }).default({ actor: '', reason: '' }),
  /** What a sync of this source has read is applied first. */
  sourceId: z.templateLiteral(['src_', z.string()]).nullable().default(null),
});

/** The options stored with an input besides its bytes. */
export const jobOptions = {
  forDocument: (options: z.infer<typeof documentOptions>): string => JSON.stringify(options),
  readDocument: (stored: string) => documentOptions.parse(JSON.parse(stored)),
  forPublication: (options: z.infer<typeof publishOptions>): string => JSON.stringify(options),
  readPublication: (stored: string) => publishOptions.parse(JSON.parse(stored)),
};

export interface RunnerDependencies {
  readonly jobs: JobStore;
  readonly executeJob: ExecuteJob;
  /** Allows one job per pack at a time, across processes. */
  readonly tryPackLock: TryPackLock;
  readonly nowMs: () => number;
  readonly jobsMax: number;
  /** For tests. */
  readonly limits?: Partial<typeof runningLimits>;
  readonly onFailure: (error: unknown, jobId: JobId) => void;
}

export interface JobRunner {
  /** Commits the job and its inputs and queues it. Rejects if the tenant has too many unfinished jobs. */
  submit(
    tenantId: TenantId,
    job: Pick<Job, 'jobId' | 'packId' | 'kind' | 'total' | 'createdAtMs'>,
    inputs: readonly JobInput[],
  ): Promise<void>;
  /** Stops it at the next step. Resolves when it has stopped. */
  cancel(tenantId: TenantId, jobId: JobId): Promise<void>;
  cancelAllOf(tenantId: TenantId, packId: PackId): Promise<void>;
  /** Takes up the unfinished jobs of processes that are gone; those of others wait for the lock of their pack. */
  resume(): Promise<void>;
  /** Resolves when the job is no longer queued or running here. */
  ended(jobId: JobId): Promise<void>;
  /** Stops running jobs at their next step; they stay unfinished in the store, and the next start resumes them. */
  stop(): Promise<void>;
}

/**
 * A tenant has at most one slot, and gives it up after a step if tenants without a slot are waiting. More slots would keep
 * more files in memory at a time.
 */
const runningLimits = { runningMax: 4, tenantRunningMax: 1, sliceMs: 5_000 };
const unfinishedMax = 100_000;
const triesMax = 4;
const retryMs = 1_000;
const busyMs = 500;
const endRetryMs = 1_000;

interface RunningJobs extends RunnerDependencies {
  /** Stops the whole runner; each job also has its own signal. */
  readonly stopping: AbortSignal;
}

/** Why a job stops before its end. */
const cancelled = Symbol('cancelled');
const shutdown = Symbol('shutdown');

export function createJobRunner(parts: RunnerDependencies): JobRunner {
  const { sliceMs, ...limits } = { ...runningLimits, ...parts.limits };
  const queue = createJobQueue({ ...limits, tenantMax: parts.jobsMax });
  const stopping = new AbortController();
  const running: RunningJobs = { ...parts, stopping: stopping.signal };

  function startNext(): void {
    if (stopping.signal.aborted) return;
    const startedMs = performance.now();
    for (let job = queue.startNext(startedMs); job !== undefined; job = queue.startNext(startedMs))
      void run(job, startedMs);
  }

  async function run(job: QueuedJob, startedMs: number): Promise<void> {
    const shouldPause = () => {
      const nowMs = performance.now();
      return nowMs - startedMs >= sliceMs && queue.isNeededByOthers(job, nowMs);
    };
    const state = await runUntilOver(running, job, shouldPause);
    // The process with the earlier job may be gone.
    if (state === 'waiting')
      await takeUnfinished().catch((error: unknown) => parts.onFailure(error, job.jobId));
    if (state === 'over') queue.remove(job);
    else if (state === 'waiting') queue.putLast(job);
    else queue.putBack(job);
    if (state === 'busy' || state === 'waiting') {
      job.notBeforeMs = performance.now() + busyMs;
      setTimeout(startNext, busyMs + 1);
    }
    startNext();
  }

  async function takeUnfinished(): Promise<void> {
    for (const { tenantId, job } of await parts.jobs.listUnfinishedJobs(unfinishedMax))
      queue.add(tenantId, job.packId, job.jobId);
  }

  async function stopJob(job: QueuedJob, reason: symbol): Promise<void> {
    job.stopping.abort(reason);
    if (!queue.isRunning(job)) {
      queue.remove(job);
      if (reason === cancelled) await endCancelled(running, job);
    }
    await job.settled.promise;
  }

  return {
    submit: async (tenantId, job, inputs) => {
      if (stopping.signal.aborted)
        throw new AppError('shutting_down', {
          detail: 'The service is shutting down.',
          retryAfterSeconds: 5,
        });
      const release = queue.reserve(tenantId);
      try {
        await parts.jobs.createJob(tenantId, job, inputs);
        queue.add(tenantId, job.packId, job.jobId);
      } finally {
        release();
      }
      startNext();
    },
    cancel: async (tenantId, jobId) => {
      const job = queue.get(jobId);
      if (job?.tenantId === tenantId) await stopJob(job, cancelled);
    },
    cancelAllOf: async (tenantId, packId) => {
      const own = queue.all().filter((one) => one.tenantId === tenantId && one.packId === packId);
      await Promise.all(own.map((job) => stopJob(job, cancelled)));
    },
    resume: async () => {
      if (stopping.signal.aborted) return;
      await takeUnfinished();
      startNext();
    },
    ended: async (jobId) => await queue.get(jobId)?.settled.promise,
    stop: async () => {
      stopping.abort();
      await Promise.all(queue.all().map((job) => stopJob(job, shutdown)));
    },
  };
}

/** `busy` if another process works on the pack; `waiting` if an earlier job of it has not ended. Never rejects. */
async function runUntilOver(
  parts: RunningJobs,
  job: QueuedJob,
  shouldPause: () => boolean,
): Promise<'over' | 'busy' | 'waiting' | 'paused'> {
  const { signal } = job.stopping;
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      const attempt = await parts.tryPackLock(job.packId, (lost) =>
        runOnce(parts, job, { signal: AbortSignal.any([signal, lost]), shouldPause }),
      );
      const state = attempt.kind === 'done' ? attempt.value : attempt.kind;
      if (state === 'over' || !signal.aborted) return state;
    } catch (error) {
      if (signal.aborted) break;
      parts.onFailure(error, job.jobId);
      if (tries === triesMax) {
        await end(parts, job, { status: 'failed', version: null, failure: failureOf(error) });
        return 'over';
      }
      await sleep(retryMs * tries, undefined, { signal }).catch(() => undefined);
    }
  }
  if (signal.reason === cancelled) await endCancelled(parts, job);
  return 'over';
}

async function runOnce(
  parts: RunnerDependencies,
  { tenantId, packId, jobId }: QueuedJob,
  control: JobControl,
): Promise<'over' | 'waiting' | 'paused'> {
  const { jobs } = parts;
  const start = await jobs.startJob(tenantId, jobId, parts.nowMs());
  if (start !== 'started') return start === 'waiting' ? 'waiting' : 'over';
  const job = await jobs.getJob(tenantId, packId, jobId);
  // Deleted with its pack.
  if (job === null) return 'over';
  const ended = await parts.executeJob(tenantId, job, control);
  if (ended.kind === 'paused') return 'paused';
  const version = ended.kind === 'succeeded' ? ended.version : null;
  const failure = ended.kind === 'failed' ? ended.failure : null;
  await jobs.endJob(tenantId, jobId, { status: ended.kind, version, failure, nowMs: parts.nowMs() });
  return 'over';
}

function endCancelled(parts: RunningJobs, job: QueuedJob): Promise<void> {
  return end(parts, job, { status: 'cancelled', version: null, failure: null });
}

/** If the store cannot be written to, for example on a full disk, the end is written as soon as possible. */
async function end(
  parts: RunningJobs,
  { tenantId, jobId }: QueuedJob,
  ending: Omit<Parameters<JobStore['endJob']>[2], 'nowMs'>,
): Promise<void> {
  const writeEnd = () => parts.jobs.endJob(tenantId, jobId, { ...ending, nowMs: parts.nowMs() });
  try {
    await writeEnd();
  } catch (error) {
    parts.onFailure(error, jobId);
    void writeLater(writeEnd, parts.stopping);
  }
}

/** Runs in the background; if a shutdown interrupts it, the next start ends the job. */
async function writeLater(write: () => Promise<unknown>, stopping: AbortSignal): Promise<void> {
  for (let isWritten = false; !isWritten && !stopping.aborted; ) {
    await sleep(endRetryMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted) return;
    isWritten = await write().then(
      () => true,
      () => false,
    );
  }
}

function failureOf(error: unknown): string {
  if (error instanceof AppError && error.code !== 'internal') return error.options.detail ?? error.code;
  return 'The job failed because of an internal error. See the log of the service.';
}
