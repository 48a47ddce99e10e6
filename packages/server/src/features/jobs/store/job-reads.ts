import { assertPage, type OperationsFor, type Statements } from '@avow/storage';
import type { JobStore } from '../job-store.ts';
import { decodeJob, type InputColumns, inputColumns, type JobColumns, jobColumns } from './job-columns.ts';

/** Sorts after every id. */
const afterAll = 'job_~';

const jobsSql = `SELECT ${jobColumns.join(', ')} FROM jobs`;

/** The reader's operations on jobs. */
export function createJobReads({ read }: Statements) {
  const getJob = read(`${jobsSql} WHERE tenant_id = ? AND pack_id = ? AND job_id = ?`, decodeJob);
  const listJobs = read(
    `${jobsSql} WHERE tenant_id = ? AND pack_id = ? AND job_id < ?
     ORDER BY job_id DESC LIMIT ?`,
    decodeJob,
  );
  const listUnfinished = read(
    `${jobsSql} WHERE ended_at_ms IS NULL ORDER BY job_id LIMIT ?`,
    (row: JobColumns) => ({ tenantId: row.tenant_id, job: decodeJob(row) }),
  );
  const nextInput = read<InputColumns>(
    `SELECT ${inputColumns.join(', ')} FROM job_inputs WHERE tenant_id = ? AND job_id = ? ORDER BY position LIMIT 1`,
  );
  return {
    getJob: (tenantId, packId, jobId) => getJob.first(tenantId, packId, jobId),
    listJobs(tenantId, packId, { before, limit }) {
      assertPage(limit);
      return listJobs.all(tenantId, packId, before ?? afterAll, limit);
    },
    listUnfinishedJobs(limit) {
      assertPage(limit);
      return listUnfinished.all(limit);
    },
    nextInput: (tenantId, jobId) => nextInput.first(tenantId, jobId),
  } satisfies OperationsFor<JobStore>;
}
