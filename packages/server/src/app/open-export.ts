import { join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import type { ExportReport } from '@avow/ledger';
import { type ExportOptions, exportRecords } from '../records/log/export-records.ts';
import { sha256 } from '../stores/sealing/make-entry.ts';
import { openArchive } from '../stores/sqlite/archive/open-archive.ts';
import { openCommandLog } from './open-command-log.ts';
import { type DataFolder, locksFolder } from './open-data-folder.ts';
import { requireMasterKey, type VerificationSettings } from './open-verification.ts';

export interface OpenedExport {
  exportRecords(tenantId: TenantId, options: ExportOptions): Promise<ExportReport>;
  close(): Promise<void>;
}

const busyTimeoutMs = 5000;

/** Opens the records and the logs for exports, with or without a service that runs. */
export async function openExport(
  config: VerificationSettings,
  data: Pick<DataFolder, 'store' | 'logKey'>,
): Promise<OpenedExport> {
  const { dataDir } = config;
  const archive = openArchive({
    directory: dataDir,
    masterKey: await requireMasterKey(config),
    busyTimeoutMs,
  });
  const { signer, checkpointer, prove, close } = openCommandLog(config, data);
  const parts = {
    ...{ archive, signer, checkpointer, prove, sha256 },
    ...{ log: data.store.log, nowMs: systemClock.nowMs },
  };
  return {
    exportRecords: (tenantId, options) => {
      const lockPath = join(dataDir, locksFolder, `export-${tenantId}.lock`);
      return exportRecords({ ...parts, lockPath }, tenantId, options);
    },
    close: async () => {
      archive.close();
      await close();
    },
  };
}
