import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';
import type { JobId, PackId, TenantId } from '../interfaces/identity.ts';
import type { Job, JobInput, JobStore } from '../interfaces/job-store.ts';
import { createJobQueue, type QueuedJob } from './job-queue.ts';
import type { TryAlone } from './pack-work.ts';

/** How a job ended, or that it is to go on at the next start. */
export type JobEnd =
  | { readonly kind: 'succeeded'; readonly version: number | null }
  | { readonly kind: 'failed'; readonly failure: string };

/** Does the work of one job from where it is. Throws the signal's reason where it is told to stop. */
export type DoJob = (tenantId: TenantId, job: Job, signal: AbortSignal) => Promise<JobEnd>;

export interface JobRunnerParts {
  readonly jobs: JobStore;
  readonly doJob: DoJob;
  /** One job of a pack at a time, in whichever process. */
  readonly tryAlone: TryAlone;
  readonly nowMs: () => number;
  readonly jobsMax: number;
  readonly atOnceMax?: number;
  readonly onFailure: (error: unknown, jobId: JobId) => void;
}

export interface JobRunner {
  /** Commits the job and its inputs, and does it when its turn comes. Rejects where the tenant has too many under way. */
  submit(
    tenantId: TenantId,
    job: Pick<Job, 'jobId' | 'packId' | 'kind' | 'total' | 'createdAtMs'>,
    inputs: readonly JobInput[],
  ): Promise<void>;
  /** Stops it at the next step. Resolves when it no longer runs. */
  cancel(tenantId: TenantId, jobId: JobId): Promise<void>;
  cancelAllOf(tenantId: TenantId, packId: PackId): Promise<void>;
  /** Takes up what the process before this one left. */
  resume(): Promise<void>;
  /** Resolves when the job is no longer waiting or running here. */
  ended(jobId: JobId): Promise<void>;
  /** What runs stops at the next step, and stays as it is in the store: the next start goes on with it. */
  stop(): Promise<void>;
}

const unfinishedMax = 100_000;
const triesMax = 4;
const retryMs = 1_000;
const busyMs = 500;
const endRetryMs = 1_000;

interface RunningParts extends JobRunnerParts {
  /** Of the runner; each job can be stopped by itself too. */
  readonly stopping: AbortSignal;
}

/** Why a job stops before its end. */
const cancelled = Symbol('cancelled');
const shutdown = Symbol('shutdown');

export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const queue = createJobQueue({ atOnceMax: parts.atOnceMax ?? 1, tenantMax: parts.jobsMax });
  const stopping = new AbortController();
  const running: RunningParts = { ...parts, stopping: stopping.signal };

  function startNext(): void {
    if (stopping.signal.aborted) return;
    for (const job of queue.takeNext(performance.now())) {
      job.isRunning = true;
      void runUntilOver(running, job).then((isOver) => {
        job.isRunning = false;
        if (isOver) queue.remove(job);
        else {
          job.restsUntilMs = performance.now() + busyMs;
          setTimeout(startNext, busyMs + 1);
        }
        startNext();
      });
    }
  }

  async function stopJob(job: QueuedJob, reason: symbol): Promise<void> {
    job.stopping.abort(reason);
    if (!job.isRunning) {
      queue.remove(job);
      if (reason === cancelled) await endCancelled(running, job);
    }
    await job.gone.promise;
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
      for (const { tenantId, job } of await parts.jobs.listUnfinishedJobs(unfinishedMax))
        queue.add(tenantId, job.packId, job.jobId);
      startNext();
    },
    ended: async (jobId) => await queue.get(jobId)?.gone.promise,
    stop: async () => {
      stopping.abort();
      await Promise.all(queue.all().map((job) => stopJob(job, shutdown)));
    },
  };
}

/** False where another process works on the pack: others have their turn first. Never rejects. */
async function runUntilOver(parts: RunningParts, job: QueuedJob): Promise<boolean> {
  const { signal } = job.stopping;
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      const turn = await parts.tryAlone(job.packId, () => runOnce(parts, job));
      if (turn.kind === 'done') return true;
      if (!signal.aborted) return false;
    } catch (error) {
      if (signal.aborted) break;
      parts.onFailure(error, job.jobId);
      if (tries === triesMax) {
        await end(parts, job, { status: 'failed', version: null, failure: failureOf(error) });
        return true;
      }
      await sleep(retryMs * tries, undefined, { signal }).catch(() => undefined);
    }
  }
  if (signal.reason === cancelled) await endCancelled(parts, job);
  return true;
}

async function runOnce(
  parts: JobRunnerParts,
  { tenantId, packId, jobId, stopping }: QueuedJob,
): Promise<void> {
  const { jobs } = parts;
  if (!(await jobs.startJob(tenantId, jobId, parts.nowMs()))) return;
  const job = await jobs.getJob(tenantId, packId, jobId);
  // Gone with its pack.
  if (job === null) return;
  const ended = await parts.doJob(tenantId, job, stopping.signal);
  const version = ended.kind === 'succeeded' ? ended.version : null;
  const failure = ended.kind === 'failed' ? ended.failure : null;
  await jobs.endJob(tenantId, jobId, { status: ended.kind, version, failure, nowMs: parts.nowMs() });
}

function endCancelled(parts: RunningParts, job: QueuedJob): Promise<void> {
  return end(parts, job, { status: 'cancelled', version: null, failure: null });
}

/** Where the store cannot be written to now, on a full disk for one, the end is written as soon as it can. */
async function end(
  parts: RunningParts,
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

/** Nobody waits for it; what a shutdown cuts off is left to the next start. */
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
  return 'Something in the service went wrong. The operator’s log says more.';
}
