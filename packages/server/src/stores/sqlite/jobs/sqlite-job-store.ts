import { AppError } from '@avow/foundation';
import type { JobStore } from '../../../content/jobs/job-store.ts';
import { assertPage } from '../../sql/assert-page.ts';
import type { SqliteChannels } from '../threads/sqlite-channels.ts';
import { decodeJob, encodeFaults, encodeJob } from './job-columns.ts';

/** Rows removed in one transaction: records in the meantime wait for no more than that. */
const sweepRowsMax = 500;

export function createSqliteJobStore({ writer, reader }: SqliteChannels): JobStore {
  return {
    async createJob(tenantId, job, inputs) {
      if (await writer.call('createJob', { job: encodeJob(tenantId, job), inputs })) return;
      throw new AppError('not_found', { detail: 'There is no such content pack.' });
    },
    async getJob(tenantId, packId, jobId) {
      const row = await reader.call('getJob', [tenantId, packId, jobId]);
      return row === null ? null : decodeJob(row);
    },
    async listJobs(tenantId, packId, { before, limit }) {
      assertPage(limit);
      return (await reader.call('listJobs', { tenantId, packId, before, limit })).map(decodeJob);
    },
    async listUnfinishedJobs(limit) {
      assertPage(limit);
      const rows = await reader.call('listUnfinishedJobs', limit);
      return rows.map((row) => ({ tenantId: row.tenant_id, job: decodeJob(row) }));
    },
    startJob: (tenantId, jobId, nowMs) => writer.call('startJob', [tenantId, jobId, nowMs]),
    nextInput: (tenantId, jobId) => reader.call('nextInput', [tenantId, jobId]),
    saveProgress(tenantId, jobId, { done, total, counts, faults, finishedInput }) {
      const progress = { done, total, ...counts, faults: encodeFaults(faults) };
      return writer.call('saveProgress', {
        progress: { tenant_id: tenantId, job_id: jobId, ...progress },
        finishedInput: finishedInput ?? null,
      });
    },
    endJob: (tenantId, jobId, { status, version, failure, nowMs }) =>
      writer.call('endJob', { tenantId, jobId, status, version, failure, nowMs }),
    async sweepJobs(endedBeforeMs) {
      const rowsMax = sweepRowsMax;
      while ((await writer.call('sweepJobs', { endedBeforeMs, rowsMax })) >= rowsMax);
    },
  };
}
