import type { TenantId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import type { ExportOptions, ExportReport } from '@avow/ledger';
import { openCommandLog } from '../../../app/open-command-log.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { sha256 } from '../../../storage/sealing/make-entry.ts';
import { openArchive } from '../../records/store/archive/open-archive.ts';
import { exportRecords } from '../export-records.ts';
import { archiveLocation, requireMasterKey, type VerificationSettings } from './open-verification.ts';

export interface OpenedExport {
  exportRecords(tenantId: TenantId, options: ExportOptions): Promise<ExportReport>;
  close(): Promise<void>;
}

/** Opens the records and the logs for exports, with or without a service that runs. */
export async function openExport(
  config: VerificationSettings,
  data: Pick<DataFolder, 'store' | 'logKey' | 'tryLock'>,
): Promise<OpenedExport> {
  const archive = await openArchive(archiveLocation(config, await requireMasterKey(config)));
  const { signer, checkpointer, prove, close } = openCommandLog(config, data);
  const parts = {
    ...{ archive, signer, checkpointer, prove, sha256 },
    ...{ log: data.store.log, nowMs: systemClock.nowMs },
  };
  return {
    exportRecords: (tenantId, options) =>
      exportRecords({ ...parts, tryLock: data.tryLock }, tenantId, options),
    close: async () => {
      archive.close();
      await close();
    },
  };
}
