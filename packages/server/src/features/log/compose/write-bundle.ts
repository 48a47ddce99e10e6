import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { auditExportLimits } from '@avow/contract/records';
import { UserError } from '@avow/foundation';
import type { Checkpointer, ExportReport } from '@avow/ledger';
import type { BundleScope } from '@avow/ledger-log';
import type { Installation } from '../../../app/installation.ts';
import { cipherAt } from '../../backups/compose/file-cipher.ts';
import { noteExport } from '../export-records.ts';
import type { ExportFile, ExportRequest } from '../export-run.ts';
import { type AuditLog, currentPurpose, readFor } from '../log.ts';
import type { ExportQuestion, ExportWork, FromExport, ToExport } from './export-protocol.ts';
import { archiveLocation, requireMasterKey } from './open-verification.ts';

export type ExportSetup = Required<Pick<Installation, 'config' | 'data' | 'clock' | 'log'>>;

export interface ExportLedger {
  readonly auditLog: Pick<AuditLog, 'verifierKey'>;
  readonly checkpointer: Pick<Checkpointer, 'cover' | 'checkAll'>;
}

export interface BundleRequest
  extends Pick<ExportRequest, 'exportId' | 'tenantId' | 'readableBy' | 'actor' | 'onProgress'> {
  readonly scope: BundleScope;
  /** The file to write. */
  readonly out: string;
  readonly signal: AbortSignal;
}

export interface WrittenBundle {
  readonly report: ExportReport;
  readonly file: Pick<ExportFile, 'bytes' | 'open'>;
}

/** Writes records to a bundle, in a thread of its own, into a file that only this process can decipher. */
export async function writeBundle(
  { config, data, clock }: ExportSetup,
  { auditLog, checkpointer }: ExportLedger,
  { exportId, tenantId, scope, readableBy, actor, out, onProgress, signal }: BundleRequest,
): Promise<WrittenBundle> {
  const purpose = currentPurpose();
  const answer = (question: ExportQuestion): Promise<unknown> => {
    if (question.kind === 'prove') return checkpointer.checkAll().then(() => undefined);
    if (question.kind === 'cover')
      return checkpointer.cover(tenantId, question.size).then(({ note }) => note);
    const noted = { ...question, actor, exportId, atMs: clock.nowMs() };
    return readFor(purpose, () => noteExport(data.store.log, tenantId, noted));
  };
  const location = archiveLocation(config, await requireMasterKey(config));
  const verifierKey = await auditLog.verifierKey(tenantId);
  await mkdir(dirname(out), { recursive: true, mode: 0o700 });
  const { bytesMax } = auditExportLimits;
  const work: ExportWork = { location, tenantId, verifierKey, scope, readableBy, out, bytesMax };
  const { report, key } = await follow(work, { answer, onProgress, signal });
  const { size: bytes } = await stat(out);
  const open: ExportFile['open'] = ({ start, end }) =>
    createReadStream(out, { start, end: end - 1 }).pipe(cipherAt(key, start));
  return { report, file: { bytes, open } };
}

/** Resolves once the thread has written the whole file. */
async function follow(
  work: ExportWork,
  {
    answer,
    onProgress,
    signal,
  }: {
    readonly answer: (question: ExportQuestion) => Promise<unknown>;
    readonly onProgress: (done: number, total: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<Extract<FromExport, { kind: 'ended' }>> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { workerData: work });
  const outcome = Promise.withResolvers<Extract<FromExport, { kind: 'ended' }>>();
  const reply = (message: ToExport) => worker.postMessage(message);
  worker
    .on('message', (message: FromExport) => {
      if (message.kind === 'progress') onProgress(message.done, message.total);
      else if (message.kind === 'ended') outcome.resolve(message);
      else if (message.kind === 'failed')
        outcome.reject(message.explanation === null ? message.error : new UserError(message.explanation));
      else {
        const { id, question } = message;
        answer(question).then(
          (value) => reply({ id, value }),
          (error: unknown) => reply({ id, error }),
        );
      }
    })
    .once('error', outcome.reject)
    .once('exit', () => outcome.reject(new Error('the thread of an export ended')));
  signal.addEventListener('abort', () => outcome.reject(signal.reason));
  try {
    return await outcome.promise;
  } finally {
    await worker.terminate();
  }
}
