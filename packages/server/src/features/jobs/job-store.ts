import type { JobId, PackId, TenantId } from '@avow/foundation';

export type JobKind = 'documents' | 'pairs' | 'publish';
type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Why a file, or a row of it, could not be read. */
export interface JobFault {
  readonly file: string;
  readonly reason: string;
}

/** A long operation on a pack. Each input is kept until it is processed, so that the job resumes after a crash. */
export interface Job {
  readonly jobId: JobId;
  readonly packId: PackId;
  readonly kind: JobKind;
  readonly status: JobStatus;
  /** Progress towards `total`: the inputs of a load, or the documents and pairs of a publication. */
  readonly done: number;
  readonly total: number;
  readonly counts: {
    readonly added: number;
    readonly changed: number;
    readonly unchanged: number;
    readonly failed: number;
  };
  /** The first thousand; `counts.failed` includes them all. */
  readonly faults: readonly JobFault[];
  /** The version that was published. */
  readonly version: number | null;
  /** Why the job as a whole failed, for people to read. */
  readonly failure: string | null;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}

/** An input of a job. */
export interface JobInput {
  readonly position: number;
  /** Its path in the pack, or the name of a file of pairs. */
  readonly source: string;
  /** Options from the client, as JSON that only the job interprets. */
  readonly options: string;
  readonly bytes: Uint8Array;
}

/** The progress of a job, saved regularly. */
export type JobProgress = Pick<Job, 'done' | 'total' | 'counts' | 'faults'>;

/** `waiting`: an earlier job of the pack has not ended, in this process or another. `ended`: it has ended, or does not exist. */
export type JobStart = 'started' | 'waiting' | 'ended';

export interface JobStore {
  /** Creates the job and all its inputs in one commit. Rejects with `not_found` if there is no such pack. */
  createJob(
    tenantId: TenantId,
    job: Pick<Job, 'jobId' | 'packId' | 'kind' | 'total' | 'createdAtMs'>,
    inputs: readonly JobInput[],
  ): Promise<void>;
  getJob(tenantId: TenantId, packId: PackId, jobId: JobId): Promise<Job | null>;
  /** Newest first. */
  listJobs(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: JobId | null; readonly limit: number },
  ): Promise<Job[]>;
  /** Unfinished jobs of all tenants, oldest first, read at startup. */
  listUnfinishedJobs(limit: number): Promise<Array<{ readonly tenantId: TenantId; readonly job: Job }>>;
  /** From `queued` to `running`. It may already be `running` after a crash. */
  startJob(tenantId: TenantId, jobId: JobId, nowMs: number): Promise<JobStart>;
  /** The first unprocessed input, or null. */
  nextInput(tenantId: TenantId, jobId: JobId): Promise<JobInput | null>;
  /** Saves the progress; with `finishedInput`, the same commit deletes that input. False if the job has ended. */
  saveProgress(
    tenantId: TenantId,
    jobId: JobId,
    progress: JobProgress & { readonly finishedInput?: number },
  ): Promise<boolean>;
  /** Ends the job and deletes its remaining inputs. False if it had already ended. */
  endJob(
    tenantId: TenantId,
    jobId: JobId,
    end: {
      readonly status: 'succeeded' | 'failed' | 'cancelled';
      readonly version: number | null;
      readonly failure: string | null;
      readonly nowMs: number;
    },
  ): Promise<boolean>;
  /** Deletes jobs that ended before this instant. */
  sweepJobs(endedBeforeMs: number): Promise<void>;
}
