import type { JobId, PackId, TenantId } from './identity.ts';

export type JobKind = 'documents' | 'pairs' | 'publish';
type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Why a file, or a row of it, could not be taken. */
export interface JobFault {
  readonly file: string;
  readonly reason: string;
}

/** Long work on a pack. Its inputs are kept until they are done with, so that it goes on after a crash where it was. */
export interface Job {
  readonly jobId: JobId;
  readonly packId: PackId;
  readonly kind: JobKind;
  readonly status: JobStatus;
  /** How much of `total` is done: inputs of a load, documents and pairs of a publication. */
  readonly done: number;
  readonly total: number;
  readonly counts: {
    readonly added: number;
    readonly changed: number;
    readonly unchanged: number;
    readonly failed: number;
  };
  /** The first thousand; `counts.failed` has them all. */
  readonly faults: readonly JobFault[];
  /** The version that a publication made. */
  readonly version: number | null;
  /** Why the whole job failed, for a person to read. */
  readonly failure: string | null;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}

/** Something to be read by a job. */
export interface JobInput {
  readonly position: number;
  /** The path that it gets in the pack, or the name of a file of pairs. */
  readonly source: string;
  /** What the client said about it, as JSON that the job wrote and reads. */
  readonly options: string;
  readonly bytes: Uint8Array;
}

/** What a job has come to; saved as it goes. */
export type JobProgress = Pick<Job, 'done' | 'total' | 'counts' | 'faults'>;

export interface JobStore {
  /** The job and all its inputs in one commit. Rejects with `not_found` where there is no such pack. */
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
  /** Not ended, of any tenant, oldest first: read at start. */
  listUnfinishedJobs(limit: number): Promise<Array<{ readonly tenantId: TenantId; readonly job: Job }>>;
  /** From `queued` to `running`; false where it has ended. Running already is fine: a crash left it so. */
  startJob(tenantId: TenantId, jobId: JobId, nowMs: number): Promise<boolean>;
  /** The first input that is not done with, or null. */
  nextInput(tenantId: TenantId, jobId: JobId): Promise<JobInput | null>;
  /** Saves how far it is; with `doneWith`, that input's bytes go in the same commit. False where it has ended. */
  saveProgress(
    tenantId: TenantId,
    jobId: JobId,
    progress: JobProgress & { readonly doneWith?: number },
  ): Promise<boolean>;
  /** Ends it for good, and drops what is left of its inputs. False where it has ended before. */
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
  /** Drops jobs that ended before this instant. */
  sweepJobs(endedBeforeMs: number): Promise<void>;
}
