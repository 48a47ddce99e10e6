import type { TenantId } from '@avow/foundation';
import type { Row } from '@avow/storage';
import type { Job, JobFault, JobStore } from '../job-store.ts';
import { jobInputs, jobs } from './job-tables.ts';

/** A row of `jobs`. */
export type JobColumns = Row<typeof jobs>;

const inputRows = jobInputs.without('tenant_id', 'job_id');
/** A row of `job_inputs` without its job. */
export type InputColumns = Row<typeof inputRows>;

export const jobColumns = jobs.columns;

export const inputColumns = inputRows.columns;

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
