import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { auditExportLimits } from '@avow/contract/records';
import { formatTime } from '@avow/contract/values';
import { UserError } from '@avow/foundation';
import type { ExportReport } from '@avow/ledger';
import { version } from '../../../app/version.ts';
import { cipherAt } from '../../backups/compose/file-cipher.ts';
import {
  composeExports,
  type EvidenceRun,
  type WriteEvidenceArchive,
} from '../../log/compose/compose-exports.ts';
import type { ExportLedger, ExportSetup } from '../../log/compose/write-bundle.ts';
import { createArchiveFiles } from '../archive/create-archive-files.ts';
import { verifyInThread } from './verify-in-thread.ts';
import { type EvidenceWork, writeEvidence } from './write-evidence.ts';

/** Exports over HTTP, of records and of evidence. */
export const composeAuditExports = (
  parts: ExportSetup,
  ledger: ExportLedger,
): ReturnType<typeof composeExports> => composeExports(parts, ledger, composeEvidence(parts, ledger));

/** Evidence over HTTP: the folder of the command as one archive, in a file that only this process can decipher. */
function composeEvidence(parts: ExportSetup, ledger: ExportLedger): WriteEvidenceArchive {
  return async (run) => {
    const { out, signal } = run;
    const part = `${out}.part`;
    await ledger.checkpointer.checkAll();
    await coverLog(parts, ledger, run);
    signal.throwIfAborted();
    await mkdir(dirname(out), { recursive: true, mode: 0o700 });
    const key = randomBytes(32);
    const file = await open(part, 'wx', 0o600);
    try {
      const cipher = cipherAt(key, 0);
      let bytes = 0;
      const report = await writeArchive({ parts, ledger, run }, async (chunk) => {
        signal.throwIfAborted();
        await file.writeFile(cipher.update(chunk));
        bytes += chunk.length;
      });
      await file.close();
      await rename(part, out);
      return { report, file: { bytes, open: (range) => decipher(out, key, range) } };
    } finally {
      await file.close();
      for (const path of [part, bundleOf(run), `${bundleOf(run)}.part`]) await rm(path, { force: true });
    }
  };
}

/** What no checkpoint covers yet could have been rewritten and proves nothing: a log that is seconds old has none. */
async function coverLog(
  { data }: ExportSetup,
  { checkpointer }: ExportLedger,
  { tenantId }: EvidenceRun,
): Promise<void> {
  const { size } = await data.store.log.readHead(tenantId);
  if (size > 0) await checkpointer.cover(tenantId, size);
}

const bundleOf = ({ out }: EvidenceRun) => `${out}-records`;

const decipher = (path: string, key: Buffer, { start, end }: { start: number; end: number }) =>
  createReadStream(path, { start, end: end - 1 }).pipe(cipherAt(key, start));

interface Writing {
  readonly parts: ExportSetup;
  readonly ledger: ExportLedger;
  readonly run: EvidenceRun;
}

type Written = Awaited<ReturnType<WriteEvidenceArchive>>['report'];

async function writeArchive(
  { parts: { config, data, clock }, ledger, run }: Writing,
  write: (bytes: Buffer) => Promise<void>,
): Promise<Written> {
  const { tenantId, content, exportId, actor, signal } = run;
  const tenant = await data.store.access.getTenant(tenantId);
  if (tenant === null) throw new UserError('The tenant was removed.');
  const madeAtMs = clock.nowMs();
  const onStep = followSteps(run);
  let bundled: ExportReport | null = null;
  const exportBundle = async () => {
    const { report, chunks } = await exportBeside(run, onStep);
    bundled = report;
    return { records: report.records, chunks };
  };
  const files = createArchiveFiles({
    ...{ root: `evidence-${exportId}`, madeAtMs, bytesMax: auditExportLimits.evidenceBytesMax, write },
    exportBundle: content.withRecords ? exportBundle : null,
  });
  const { isVerified } = await writeEvidence(
    {
      ...{ data, onStep, files, verifierKey: () => ledger.auditLog.verifierKey(tenantId) },
      verify: () =>
        verifyInThread({ config, tenantId, signal }, (done, total) => onStep('verifying', done, total)),
    },
    {
      ...{ tenant, period: content.period, frameworks: content.frameworks },
      ...{ version, madeAtMs, actor, exportId },
    },
  );
  await files.close();
  const { records = null, events = null, size = null } = (bundled as ExportReport | null) ?? {};
  return { records, events, size, isVerified };
}

/** The bundle goes into the archive after it is complete: one that is begun again must not be in it in part. */
async function exportBeside(
  run: EvidenceRun,
  onStep: EvidenceWork['onStep'],
): Promise<{ readonly report: ExportReport; readonly chunks: AsyncIterable<Uint8Array> }> {
  const { fromMs, untilMs } = run.content.period;
  const { report, file } = await run.writeBundle({
    scope: { kind: 'period', from: formatTime(fromMs), until: formatTime(untilMs) },
    out: bundleOf(run),
    onProgress: (done, total) => onStep('exporting', done, total),
  });
  const chunks = file.open({ start: 0, end: file.bytes }) as AsyncIterable<Uint8Array>;
  return { report, chunks };
}

/** The progress of all steps together. A step that is counted only ends here if the export was stopped. */
function followSteps({ signal, onProgress }: EvidenceRun): EvidenceWork['onStep'] {
  const steps = new Map<string, { readonly done: number; readonly total: number }>();
  const sumOf = (part: 'done' | 'total') => [...steps.values()].reduce((sum, step) => sum + step[part], 0);
  return (step, done, total) => {
    signal.throwIfAborted();
    if (total === null) return;
    steps.set(step, { done, total });
    onProgress(sumOf('done'), sumOf('total'));
  };
}
