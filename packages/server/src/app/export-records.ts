import { join } from 'node:path';
import { formatVerifierKey } from '@avow/audit';
import { systemClock } from '../clock/clock.ts';
import { UserError } from '../errors/user-error.ts';
import { type ExportReport, type ExportWish, exportBundle } from '../exporting/export-bundle.ts';
import type { TenantId } from '../interfaces/identity.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { sha256 } from '../stores/sealing/make-entry.ts';
import { openArchive } from '../stores/sqlite/open-archive.ts';
import { type DataFolder, locksFolder } from './open-data-folder.ts';
import { openLogBeside } from './open-log-beside.ts';
import { givenMasterKey, type VerificationSettings } from './open-verification.ts';

const busyTimeoutMs = 5000;
const turnWaitMs = 15_000;

export interface ExportFolder {
  readonly config: VerificationSettings;
  readonly data: Pick<DataFolder, 'store' | 'logKey'>;
}

/**
 * Exports records of a tenant as a bundle, under a checkpoint that covers all of it; beside a service that runs, too. One at a
 * time: two that write to the same file would each take the part of the other for one that was interrupted.
 */
export async function exportRecords(
  folder: ExportFolder,
  tenantId: TenantId,
  wish: ExportWish,
): Promise<ExportReport> {
  const path = join(folder.config.dataDir, locksFolder, `export-${tenantId}.lock`);
  const locked = await withFileLock({ path, waitMs: turnWaitMs }, () => exportAlone(folder, tenantId, wish));
  if (locked.kind === 'done') return locked.value;
  throw new UserError('Another export of this tenant is running. Try again when it has ended.');
}

async function exportAlone(
  { config, data }: ExportFolder,
  tenantId: TenantId,
  wish: ExportWish,
): Promise<ExportReport> {
  const beside = openLogBeside(config, data);
  const { signer, checkpointer } = beside;
  const { log } = data.store;
  const masterKey = await givenMasterKey(config);
  const archive = openArchive({ directory: config.dataDir, masterKey, busyTimeoutMs });
  try {
    return await exportBundle(
      {
        ...{ archive, sha256, tenantId, nowMs: systemClock.nowMs },
        verifierKey: formatVerifierKey(await signer.verifierKey(tenantId)),
        prove: beside.prove,
        note: async (what, records) => {
          const details = [['what', what] as const, ['records', String(records)] as const];
          const deed = { kind: 'access', subject: '', state: 'exported', actor: 'operator' } as const;
          const [place] = await log.append(tenantId, [{ ...deed, details, atMs: systemClock.nowMs() }]);
          if (place === undefined) throw new Error('what was appended has no place');
          return place.leafIndex;
        },
        cover: async (size) => (await checkpointer.cover(tenantId, size)).note,
      },
      wish,
    );
  } finally {
    archive.close();
    await beside.close();
  }
}
