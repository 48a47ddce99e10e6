import type { Statements } from '@avow/storage';
import { type InputColumns, inputColumns, type JobColumns, jobColumns } from './job-columns.ts';

export interface ListJobsCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly before: string | null;
  readonly limit: number;
}

/** Sorts after every id. */
const afterAll = 'job_~';

const jobsSql = `SELECT ${jobColumns.join(', ')} FROM jobs`;

/** The reader's operations on jobs. */
export function createJobReads({ read }: Statements) {
  const getJob = read<JobColumns>(`${jobsSql} WHERE tenant_id = ? AND pack_id = ? AND job_id = ?`);
  const listJobs = read<JobColumns>(
    `${jobsSql} WHERE tenant_id = ? AND pack_id = ? AND job_id < ?
     ORDER BY job_id DESC LIMIT ?`,
  );
  const listUnfinished = read<JobColumns>(`${jobsSql} WHERE ended_at_ms IS NULL ORDER BY job_id LIMIT ?`);
  const nextInput = read<InputColumns>(
    `SELECT ${inputColumns.join(', ')} FROM job_inputs WHERE tenant_id = ? AND job_id = ? ORDER BY position LIMIT 1`,
  );
  return {
    getJob: (key: readonly [tenantId: string, packId: string, jobId: string]) => getJob.first(...key),
    listJobs: ({ tenantId, packId, before, limit }: ListJobsCall) =>
      listJobs.all(tenantId, packId, before ?? afterAll, limit),
    listUnfinishedJobs: (limit: number) => listUnfinished.all(limit),
    nextInput: (key: readonly [tenantId: string, jobId: string]) => nextInput.first(...key),
  };
}
