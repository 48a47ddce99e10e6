import { AppError } from '../../errors/app-error.ts';
import type { JobStore } from '../../interfaces/job-store.ts';
import { assertPage } from './assert-page.ts';
import { decodeInput, decodeJob, encodeFaults, encodeInput } from './job-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** Rows removed in one transaction: records that arrive meanwhile wait for no more than that. */
const sweepRowsMax = 500;

export function createSqliteJobStore({ writer, reader }: SqliteChannels): JobStore {
  return {
    async createJob(tenantId, { jobId, packId, kind, total, createdAtMs }, inputs) {
      const job = { tenantId, jobId, packId, kind, total, createdAtMs };
      if (await writer.call('createJob', { ...job, inputs: inputs.map(encodeInput) })) return;
      throw new AppError('not_found', { detail: 'There is no such content pack.' });
    },
    async getJob(tenantId, packId, jobId) {
      const columns = await reader.call('getJob', [tenantId, packId, jobId]);
      return columns === null ? null : decodeJob(columns);
    },
    async listJobs(tenantId, packId, { before, limit }) {
      assertPage(limit);
      return (await reader.call('listJobs', { tenantId, packId, before, limit })).map(decodeJob);
    },
    async listUnfinishedJobs(limit) {
      assertPage(limit);
      const rows = await reader.call('listUnfinishedJobs', limit);
      return rows.map((columns) => ({ tenantId: columns[0], job: decodeJob(columns) }));
    },
    startJob: (tenantId, jobId, nowMs) => writer.call('startJob', [tenantId, jobId, nowMs]),
    async nextInput(tenantId, jobId) {
      const columns = await reader.call('nextInput', [tenantId, jobId]);
      return columns === null ? null : decodeInput(columns);
    },
    saveProgress(tenantId, jobId, { done, total, counts, faults, doneWith }) {
      const { added, changed, unchanged, failed } = counts;
      return writer.call('saveProgress', {
        tenantId,
        jobId,
        counts: [done, total, added, changed, unchanged, failed],
        faults: encodeFaults(faults),
        doneWith: doneWith ?? null,
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
