import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@avow/foundation';
import { type AuditExports, createAuditExports } from '../audit-exports.ts';
import type { ExportContent, ExportFile, ExportRequest, ExportRun, FileReport } from '../export-run.ts';
import { createFileRelay } from '../relay-file.ts';
import {
  type BundleRequest,
  type ExportLedger,
  type ExportSetup,
  type WrittenBundle,
  writeBundle,
} from './write-bundle.ts';

/** Evidence to write to an enciphered archive. */
export interface EvidenceRun extends Omit<BundleRequest, 'scope'> {
  readonly content: Extract<ExportContent, { readonly kind: 'evidence' }>;
  /** Writes the bundle of these records. */
  readonly writeBundle: (
    bundle: Pick<BundleRequest, 'scope' | 'out' | 'onProgress'>,
  ) => Promise<WrittenBundle>;
}

export type WriteEvidenceArchive = (
  run: EvidenceRun,
) => Promise<{ readonly report: FileReport; readonly file: Pick<ExportFile, 'bytes' | 'open'> }>;

/** The announcement by which nodes ask each other about exports. */
const aboutExports = 'about exports';

/** Exports over HTTP. Each is written by a thread of its own, into a file that only this process can decipher. */
export async function composeExports(
  parts: ExportSetup,
  ledger: ExportLedger,
  writeArchive: WriteEvidenceArchive,
): Promise<AuditExports> {
  const { config, data, clock, log } = parts;
  const folder = join(config.dataDir, 'exports');
  // What an earlier process left cannot be deciphered any more.
  await rm(folder, { recursive: true, force: true });
  const auditExports = createAuditExports({
    ...{ clock, run: (request) => runExport({ parts, ledger, writeArchive }, { folder, request }) },
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

interface Writing {
  readonly parts: ExportSetup;
  readonly ledger: ExportLedger;
  readonly writeArchive: WriteEvidenceArchive;
}

function runExport(
  { parts, ledger, writeArchive }: Writing,
  { folder, request }: { readonly folder: string; readonly request: ExportRequest },
): ExportRun {
  const { content, ...named } = request;
  const out = join(folder, request.exportId);
  const stopping = new AbortController();
  const writing = { ...named, out, signal: stopping.signal };
  const write = async (): ExportRun['ended'] => {
    if (content.kind === 'evidence')
      return await writeArchive({
        ...{ ...writing, content },
        writeBundle: (bundle) => writeBundle(parts, ledger, { ...writing, ...bundle }),
      });
    const { report, file } = await writeBundle(parts, ledger, { ...writing, scope: content.scope });
    return { report: { ...report, isVerified: null }, file };
  };
  const ended = write();
  return {
    ended,
    discard: async () => {
      stopping.abort(new Error('the export was stopped'));
      await ended.catch(() => undefined);
      for (const path of [out, `${out}.part`]) await rm(path, { force: true });
    },
  };
}
