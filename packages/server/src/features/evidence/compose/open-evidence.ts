import { lstatSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { formatTime } from '@avow/contract/values';
import { systemClock, UserError } from '@avow/foundation';
import { formatVerifierKey } from '@avow/ledger-log/notes';
import { openCommandLog } from '../../../app/open-command-log.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { version } from '../../../app/version.ts';
import { openExport } from '../../log/compose/open-export.ts';
import type { VerificationSettings } from '../../log/compose/open-verification.ts';
import { createFolderFiles } from '../pack-files.ts';
import { verifyTenant } from './verify-tenant.ts';
import {
  type EvidenceOrder,
  type EvidenceReport,
  type EvidenceWork,
  writeEvidence,
} from './write-evidence.ts';

const threadsMax = 8;

interface EvidenceOptions extends Omit<EvidenceOrder, 'version' | 'madeAtMs' | 'actor' | 'exportId'> {
  /** The folder to write; it must not exist yet. */
  readonly out: string;
  readonly withRecords: boolean;
  readonly onStep: EvidenceWork['onStep'];
}

/** Writes a folder of evidence from the command line, with or without a service that runs. */
export async function openEvidence(
  config: VerificationSettings,
  data: DataFolder,
  { out, withRecords, onStep, ...request }: EvidenceOptions,
): Promise<EvidenceReport> {
  const { tenantId } = request.tenant;
  const { period } = request;
  const log = openCommandLog(config, data);
  const exporting = withRecords ? await openExport(config, data) : null;
  const scope = {
    kind: 'period',
    ...{ from: formatTime(period.fromMs), until: formatTime(period.untilMs) },
  } as const;
  const onProgress = (done: number, total: number) => onStep('exporting', done, total);
  const exportTo =
    exporting === null
      ? null
      : (path: string) => exporting.exportRecords(tenantId, { scope, out: path, onProgress });
  const threads = Math.min(threadsMax, availableParallelism());
  try {
    return await inNewFolder(out, log.prove, (part) =>
      writeEvidence(
        {
          ...{ data, onStep, files: createFolderFiles(part, exportTo) },
          verifierKey: async () => formatVerifierKey(await log.verifierKey(tenantId)),
          verify: () =>
            verifyTenant(config, { tenantId, threads }, (done, total) => onStep('verifying', done, total)),
        },
        { ...request, version, madeAtMs: systemClock.nowMs(), actor: 'operator', exportId: null },
      ),
    );
  } finally {
    await exporting?.close();
    await log.close();
  }
}

/** The folder gets its name once it is complete. `prove` throws if the log is forked: nothing is appended to such a log. */
async function inNewFolder<Result>(
  out: string,
  prove: () => Promise<void>,
  write: (part: string) => Promise<Result>,
): Promise<Result> {
  const part = `${out}.part`;
  for (const path of [out, part])
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw new UserError(`${path} already exists. Nothing was written.`);
  await prove();
  try {
    await mkdir(part, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError(`${part} cannot be created.`, { cause: error });
  }
  try {
    const result = await write(part);
    await rename(part, out);
    return result;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}
