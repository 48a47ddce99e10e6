import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { auditExportLimits } from '@avow/contract/records';
import type { TenantId } from '@avow/foundation';
import { AppError, UserError } from '@avow/foundation';
import type { Checkpointer } from '@avow/ledger';
import type { Installation } from '../../../app/installation.ts';
import { cipherAt } from '../../backups/compose/file-cipher.ts';
import {
  type AuditExports,
  createAuditExports,
  type ExportRequest,
  type ExportRun,
} from '../audit-exports.ts';
import { noteExport } from '../export-records.ts';
import { type AuditLog, currentPurpose, readFor } from '../log.ts';
import { createFileRelay } from '../relay-file.ts';
import type { ExportQuestion, ExportWork, FromExport, ToExport } from './export-protocol.ts';
import { archiveLocation, requireMasterKey } from './open-verification.ts';

type ExportSetup = Required<Pick<Installation, 'config' | 'data' | 'clock' | 'log'>>;

interface Ledger {
  readonly auditLog: Pick<AuditLog, 'verifierKey'>;
  readonly checkpointer: Pick<Checkpointer, 'cover' | 'checkAll'>;
}

/** The announcement by which nodes ask each other about exports. */
const aboutExports = 'about exports';

/** Exports over HTTP. Each is written by a thread of its own, into a file that only this process can decipher. */
export async function composeExports(parts: ExportSetup, ledger: Ledger): Promise<AuditExports> {
  const { config, data, clock, log } = parts;
  const folder = join(config.dataDir, 'exports');
  // What an earlier process left cannot be deciphered any more.
  await rm(folder, { recursive: true, force: true });
  const auditExports = createAuditExports({
    ...{ clock, run: (request) => runExport(parts, ledger, { folder, request }) },
    relay: createFileRelay(data.pepper),
    consult: async (question) => {
      const answers = await data.nodes.consult(aboutExports, question);
      if (answers !== null) return answers;
      throw new AppError('audit_unavailable', {
        detail: 'Another node has not said in time which exports it has. Repeat the request.',
        retryAfterSeconds: 5,
      });
    },
    onFailure: (error, exportId) => log.error({ err: error, export_id: exportId }, 'an export failed'),
  });
  data.nodes.on(aboutExports, auditExports.answer);
  return auditExports;
}

function runExport(
  { config, data, clock }: ExportSetup,
  { auditLog, checkpointer }: Ledger,
  { folder, request }: { readonly folder: string; readonly request: ExportRequest },
): ExportRun {
  const { exportId, tenantId, scope, readableBy, actor, onProgress } = request;
  const out = join(folder, exportId);
  const purpose = currentPurpose();
  const answer = (question: ExportQuestion): Promise<unknown> => {
    if (question.kind === 'prove') return checkpointer.checkAll().then(() => undefined);
    if (question.kind === 'cover')
      return checkpointer.cover(tenantId, question.size).then(({ note }) => note);
    const noted = { ...question, actor, exportId, atMs: clock.nowMs() };
    return readFor(purpose, () => noteExport(data.store.log, tenantId, noted));
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const begin = async () => {
    const location = archiveLocation(config, await requireMasterKey(config));
    const verifierKey = await auditLog.verifierKey(tenantId as TenantId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bytesMax } = auditExportLimits;
    const work: ExportWork = { location, tenantId, verifierKey, scope, readableBy, out, bytesMax };
    const { report, key } = await follow(work, { answer, onProgress, signal });
    const { size: bytes } = await stat(out);
    const open = ({ start, end }: { readonly start: number; readonly end: number }) =>
      createReadStream(out, { start, end: end - 1 }).pipe(cipherAt(key, start));
    return { report, file: { bytes, open } };
  };
  const ended = begin();
  return {
    ended,
    discard: async () => {
      stopping.abort(new Error('the export was stopped'));
      await ended.catch(() => undefined);
      for (const path of [out, `${out}.part`]) await rm(path, { force: true });
    },
  };
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
