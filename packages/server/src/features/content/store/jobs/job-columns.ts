import type { JobId, PackId, TenantId } from '@avow/foundation';
import { columnsOf } from '@avow/storage';
import type { Job, JobFault, JobStore } from '../../jobs/job-store.ts';

/** A row of `jobs`. */
export interface JobColumns {
  readonly tenant_id: TenantId;
  readonly job_id: JobId;
  readonly pack_id: PackId;
  readonly kind: Job['kind'];
  readonly status: Job['status'];
  readonly done: number;
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly version: number | null;
  readonly created_at_ms: number;
  readonly started_at_ms: number | null;
  readonly ended_at_ms: number | null;
  readonly failure: string | null;
  readonly faults: string;
}

/** A row of `job_inputs` without its job. */
export interface InputColumns {
  readonly position: number;
  readonly source: string;
  readonly options: string;
  readonly bytes: Uint8Array;
}

export const jobColumns = columnsOf<JobColumns>()([
  'tenant_id',
  'job_id',
  'pack_id',
  'kind',
  'status',
  'done',
  'total',
  'added',
  'changed',
  'unchanged',
  'failed',
  'version',
  'created_at_ms',
  'started_at_ms',
  'ended_at_ms',
  'failure',
  'faults',
]);

export const inputColumns = columnsOf<InputColumns>()(['position', 'source', 'options', 'bytes']);

export function encodeJob(
  tenantId: TenantId,
  { jobId, packId, kind, total, createdAtMs }: Parameters<JobStore['createJob']>[1],
): JobColumns {
  return {
    ...{ tenant_id: tenantId, job_id: jobId, pack_id: packId, kind, status: 'queued' },
    ...{ done: 0, total, added: 0, changed: 0, unchanged: 0, failed: 0, version: null },
    ...{ created_at_ms: createdAtMs, started_at_ms: null, ended_at_ms: null, failure: null, faults: '[]' },
  };
}

/** Compact, because they are saved with every step of a job. */
export function encodeFaults(faults: readonly JobFault[]): string {
  return JSON.stringify(faults.map(({ file, reason }) => [file, reason]));
}

function decodeFaults(json: string): JobFault[] {
  const faults: ReadonlyArray<readonly [string, string]> = JSON.parse(json);
  return faults.map(([file, reason]) => ({ file, reason }));
}

export function decodeJob(row: JobColumns): Job {
  const { added, changed, unchanged, failed } = row;
  return {
    jobId: row.job_id,
    packId: row.pack_id,
    kind: row.kind,
    status: row.status,
    done: row.done,
    total: row.total,
    counts: { added, changed, unchanged, failed },
    faults: decodeFaults(row.faults),
    version: row.version,
    failure: row.failure,
    createdAtMs: row.created_at_ms,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms,
  };
}
