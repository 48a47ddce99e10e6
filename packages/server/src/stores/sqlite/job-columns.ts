import type { JobId, PackId, TenantId } from '../../interfaces/identity.ts';
import type { Job, JobFault, JobInput } from '../../interfaces/job-store.ts';

export type JobColumns = readonly [
  tenantId: TenantId,
  jobId: JobId,
  packId: PackId,
  kind: Job['kind'],
  status: Job['status'],
  done: number,
  total: number,
  added: number,
  changed: number,
  unchanged: number,
  failed: number,
  version: number | null,
  createdAtMs: number,
  startedAtMs: number | null,
  endedAtMs: number | null,
  failure: string | null,
  faults: string,
];

export type InputColumns = readonly [position: number, source: string, options: string, bytes: Uint8Array];

/** The columns in the order of the types above. */
export const jobColumnsSql = `tenant_id, job_id, pack_id, kind, status, done, total, added, changed, unchanged, failed,
  version, created_at_ms, started_at_ms, ended_at_ms, failure, faults`;
export const inputColumnsSql = 'position, source, options, bytes';

/** Written in the fewest letters: they are saved again with every step of a job. */
export function encodeFaults(faults: readonly JobFault[]): string {
  return JSON.stringify(faults.map(({ file, reason }) => [file, reason]));
}

function decodeFaults(json: string): JobFault[] {
  const faults: ReadonlyArray<readonly [string, string]> = JSON.parse(json);
  return faults.map(([file, reason]) => ({ file, reason }));
}

export function decodeJob(columns: JobColumns): Job {
  const [, jobId, packId, kind, status, done, total, added, changed, unchanged, failed, ...more] = columns;
  const [version, createdAtMs, startedAtMs, endedAtMs, failure, faults] = more;
  return {
    jobId,
    packId,
    kind,
    status,
    done,
    total,
    counts: { added, changed, unchanged, failed },
    faults: decodeFaults(faults),
    version,
    failure,
    createdAtMs,
    startedAtMs,
    endedAtMs,
  };
}

export function encodeInput({ position, source, options, bytes }: JobInput): InputColumns {
  return [position, source, options, bytes];
}

export function decodeInput([position, source, options, bytes]: InputColumns): JobInput {
  return { position, source, options, bytes };
}
