import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../../storage/store-channels.ts';
import type { JobStore } from '../../../jobs/job-store.ts';
import { decodeJob, encodeFaults, encodeJob } from './job-columns.ts';

/** Rows removed in one transaction: records in the meantime wait for no more than that. */
const sweepRowsMax = 500;

export function createJobStore({ writer, reader }: StoreChannels): JobStore {
  return {
    async createJob(tenantId, job, inputs) {
      if (await writer.callFor(tenantId, 'createJob', { job: encodeJob(tenantId, job), inputs })) return;
      throw new AppError('not_found', { detail: 'There is no such content pack.' });
    },
    async getJob(tenantId, packId, jobId) {
      const row = await reader.callFor(tenantId, 'getJob', [tenantId, packId, jobId]);
      return row === null ? null : decodeJob(row);
    },
    async listJobs(tenantId, packId, { before, limit }) {
      assertPage(limit);
      return (await reader.callFor(tenantId, 'listJobs', { tenantId, packId, before, limit })).map(decodeJob);
    },
    async listUnfinishedJobs(limit) {
      assertPage(limit);
      const rows = await reader.call('listUnfinishedJobs', limit);
      return rows.map((row) => ({ tenantId: row.tenant_id, job: decodeJob(row) }));
    },
    startJob: (tenantId, jobId, nowMs) => writer.callFor(tenantId, 'startJob', [tenantId, jobId, nowMs]),
    nextInput: (tenantId, jobId) => reader.callFor(tenantId, 'nextInput', [tenantId, jobId]),
    saveProgress(tenantId, jobId, { done, total, counts, faults, finishedInput }) {
      const progress = { done, total, ...counts, faults: encodeFaults(faults) };
      return writer.callFor(tenantId, 'saveProgress', {
        progress: { tenant_id: tenantId, job_id: jobId, ...progress },
        finishedInput: finishedInput ?? null,
      });
    },
    endJob: (tenantId, jobId, { status, version, failure, nowMs }) =>
      writer.callFor(tenantId, 'endJob', { tenantId, jobId, status, version, failure, nowMs }),
    async sweepJobs(endedBeforeMs) {
      const rowsMax = sweepRowsMax;
      while ((await writer.call('sweepJobs', { endedBeforeMs, rowsMax })) >= rowsMax);
    },
  };
}
