import { AppError } from '@avow/foundation';
import { bindForInstallation, bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { JobStore } from '../job-store.ts';

/** Rows removed in one transaction: records in the meantime wait for no more than that. */
const sweepRowsMax = 500;

export function createJobStore({ writer, reader }: StoreChannels): JobStore {
  const { sweepEndedJobs } = bindForInstallation(writer, 'sweepEndedJobs');
  return {
    ...bindForTenants(reader, 'getJob', 'listJobs', 'nextInput'),
    ...bindForInstallation(reader, 'listUnfinishedJobs'),
    ...bindForTenants(writer, 'startJob', 'saveProgress', 'endJob'),
    async createJob(tenantId, job, inputs) {
      if (await writer.callFor(tenantId, 'createJob', tenantId, job, inputs)) return;
      throw new AppError('not_found', { detail: 'There is no such content pack.' });
    },
    async sweepJobs(endedBeforeMs) {
      while ((await sweepEndedJobs(endedBeforeMs, sweepRowsMax)) >= sweepRowsMax);
    },
  };
}
