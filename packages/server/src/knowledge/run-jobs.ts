import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';
import type { JobId, PackId, TenantId } from '../interfaces/identity.ts';
import type { Job, JobInput, JobStore } from '../interfaces/job-store.ts';
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

interface Entry {
  readonly tenantId: TenantId;
  readonly packId: PackId;
  readonly jobId: JobId;
  readonly stopping: AbortController;
  readonly gone: PromiseWithResolvers<void>;
  isRunning: boolean;
  /** Another process works on its pack: it is not tried before. */
  restsUntilMs: number;
}

const unfinishedMax = 100_000;
const triesMax = 4;
const retryMs = 1_000;
const busyMs = 500;

/** Why a job stops before its end. */
const cancelled = Symbol('cancelled');
const shutdown = Symbol('shutdown');

export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const { jobs, atOnceMax = 1 } = parts;
  const entries = new Map<JobId, Entry>();
  /** Submitted, and not yet committed. */
  const reserved = new Map<TenantId, number>();
  let isStopping = false;

  function add(tenantId: TenantId, packId: PackId, jobId: JobId): Entry {
    const entry: Entry = {
      tenantId,
      packId,
      jobId,
      stopping: new AbortController(),
      gone: Promise.withResolvers(),
      isRunning: false,
      restsUntilMs: 0,
    };
    entries.set(jobId, entry);
    return entry;
  }

  function startNext(): void {
    const running = [...entries.values()].filter(({ isRunning }) => isRunning);
    const busyPacks = new Set(running.map(({ packId }) => packId));
    let free = isStopping ? 0 : atOnceMax - running.length;
    for (const entry of entries.values()) {
      if (free <= 0) return;
      // In the order of their coming within a pack: a publication covers what was added before it.
      if (entry.isRunning || busyPacks.has(entry.packId)) continue;
      busyPacks.add(entry.packId);
      if (entry.restsUntilMs > performance.now()) continue;
      free -= 1;
      entry.isRunning = true;
      void runEntry(entry).then((isOver) => {
        entry.isRunning = false;
        if (isOver) {
          entries.delete(entry.jobId);
          entry.gone.resolve();
        } else {
          entry.restsUntilMs = performance.now() + busyMs;
          setTimeout(startNext, busyMs + 1);
        }
        startNext();
      });
    }
  }

  /** False where another process works on the pack: others have their turn first. Never rejects. */
  async function runEntry(entry: Entry): Promise<boolean> {
    const { jobId, packId, stopping } = entry;
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      try {
        const turn = await parts.tryAlone(packId, () => runOnce(entry));
        if (turn.kind === 'busy' && !stopping.signal.aborted) return false;
        if (turn.kind === 'done') return true;
      } catch (error) {
        if (stopping.signal.aborted) break;
        parts.onFailure(error, jobId);
        if (tries === triesMax) {
          await end(entry, { status: 'failed', version: null, failure: failureOf(error) });
          return true;
        }
        await sleep(retryMs * tries, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    if (stopping.signal.reason === cancelled)
      await end(entry, { status: 'cancelled', version: null, failure: null });
    return true;
  }

  async function runOnce({ tenantId, packId, jobId, stopping }: Entry): Promise<void> {
    if (!(await jobs.startJob(tenantId, jobId, parts.nowMs()))) return;
    const job = await jobs.getJob(tenantId, packId, jobId);
    // Gone with its pack.
    if (job === null) return;
    const ended = await parts.doJob(tenantId, job, stopping.signal);
    const end =
      ended.kind === 'succeeded'
        ? { status: ended.kind, version: ended.version, failure: null }
        : { status: ended.kind, version: null, failure: ended.failure };
    await jobs.endJob(tenantId, jobId, { ...end, nowMs: parts.nowMs() });
  }

  /** A store that cannot be written to now leaves the job to the next start. */
  async function end(
    { tenantId, jobId }: Entry,
    ending: Omit<Parameters<JobStore['endJob']>[2], 'nowMs'>,
  ): Promise<void> {
    await jobs
      .endJob(tenantId, jobId, { ...ending, nowMs: parts.nowMs() })
      .catch((error: unknown) => parts.onFailure(error, jobId));
  }

  /** Counted before the commit: many requests at once must not pass the limit together. */
  function reserve(tenantId: TenantId): () => void {
    if (isStopping)
      throw new AppError('shutting_down', { detail: 'The service is shutting down.', retryAfterSeconds: 5 });
    const waiting = [...entries.values()].filter((entry) => entry.tenantId === tenantId).length;
    const reserving = reserved.get(tenantId) ?? 0;
    if (waiting + reserving >= parts.jobsMax)
      throw new AppError('concurrency_limited', {
        detail: `A tenant may have ${parts.jobsMax} jobs waiting. Wait until some have ended.`,
        retryAfterSeconds: 10,
      });
    reserved.set(tenantId, reserving + 1);
    return () => {
      const left = (reserved.get(tenantId) ?? 1) - 1;
      if (left > 0) reserved.set(tenantId, left);
      else reserved.delete(tenantId);
    };
  }

  async function stopEntry(entry: Entry, reason: symbol): Promise<void> {
    entry.stopping.abort(reason);
    if (!entry.isRunning) {
      entries.delete(entry.jobId);
      entry.gone.resolve();
      if (reason === cancelled) await end(entry, { status: 'cancelled', version: null, failure: null });
    }
    await entry.gone.promise;
  }

  return {
    submit: async (tenantId, job, inputs) => {
      const release = reserve(tenantId);
      try {
        await jobs.createJob(tenantId, job, inputs);
        add(tenantId, job.packId, job.jobId);
      } finally {
        release();
      }
      startNext();
    },
    cancel: async (tenantId, jobId) => {
      const entry = entries.get(jobId);
      if (entry?.tenantId === tenantId) await stopEntry(entry, cancelled);
    },
    cancelAllOf: async (tenantId, packId) => {
      const own = [...entries.values()].filter((one) => one.tenantId === tenantId && one.packId === packId);
      await Promise.all(own.map((entry) => stopEntry(entry, cancelled)));
    },
    resume: async () => {
      for (const { tenantId, job } of await jobs.listUnfinishedJobs(unfinishedMax))
        if (!entries.has(job.jobId)) add(tenantId, job.packId, job.jobId);
      startNext();
    },
    ended: async (jobId) => await entries.get(jobId)?.gone.promise,
    stop: async () => {
      isStopping = true;
      await Promise.all([...entries.values()].map((entry) => stopEntry(entry, shutdown)));
    },
  };
}

function failureOf(error: unknown): string {
  if (error instanceof AppError && error.code !== 'internal') return error.options.detail ?? error.code;
  return 'Something in the service went wrong. The operator’s log says more.';
}
