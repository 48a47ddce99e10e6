import { existsSync, lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { formatTime } from '@avow/contract/values';
import { UserError } from '@avow/foundation';
import {
  attestedBundleVersion,
  type BundleHead,
  type BundleScope,
  bundleVersion,
  formatBundleLine,
} from '@avow/ledger-log';
import { type Checkpoint, parseCheckpoint, parseNote, proveKeyHistory } from '@avow/ledger-log/notes';
import { type HashSource, readRoot, type Sha256 } from '@avow/ledger-log/tree';
import { toHex } from '../checkpoints/hashing.ts';
import type { Archive } from '../verification/archive.ts';
import { KnownExpiries } from '../verification/known-expiries.ts';
import { readKeyChanges } from '../verification/read-key-periods.ts';
import { createCachedHashSource } from './create-cached-hash-source.ts';
import type { RecordSelection } from './create-export-filter.ts';
import { countRecordsInScope, listBundleLines } from './list-bundle-lines.ts';
import { listBundledAttestations } from './list-bundled-attestations.ts';
import { moveIntoPlace } from './move-into-place.ts';
import { createPart, type Encipher, type PartFile, resumePart } from './part-file.ts';

export interface ExportDependencies {
  readonly archive: Archive;
  readonly sha256: Sha256<Uint8Array>;
  readonly tenantId: string;
  readonly verifierKey: string;
  /** Throws if the log is forked or invalid. */
  prove(): Promise<void>;
  /** Durably logs that this many records are exported; returns the leaf index. */
  note(what: BundleScope['kind'], records: number): Promise<number>;
  /** A signed checkpoint of at least this size. */
  cover(size: number): Promise<string>;
  readonly nowMs: () => number;
}

export interface ExportOptions extends RecordSelection {
  /** The path of the file to write, which must not exist. */
  readonly out: string;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called for each file that is begun: how to encipher it. Such an export cannot be resumed. */
  readonly encipher?: () => Encipher;
}

export interface ExportReport {
  readonly records: number;
  readonly events: number;
  /** The size of the checkpoint. */
  readonly size: number;
  /** It continued an export that was interrupted. */
  readonly isResumed: boolean;
}

/** An erasure during the export makes it start again under a newer checkpoint, but not every time. */
const attemptsMax = 5;

/** Writes a bundle that can be verified offline. The file gets its name once it is complete. */
export async function exportBundle(parts: ExportDependencies, options: ExportOptions): Promise<ExportReport> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if (isTaken(options.out)) throw new UserError(`${options.out} already exists. Nothing was exported.`);
    await parts.prove();
    const report = await exportOnce(parts, options).catch((error: unknown) => {
      throw explainRefusal(error, partOf(options));
    });
    if (report !== 'superseded') return report;
    await rm(partOf(options));
  }
  throw new UserError('Records kept being erased during the export. Try again later.');
}

/** True for a dangling link as well. A path that cannot be inspected is reported when the file is created. */
function isTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const refusals: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is exhausted',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'the folder does not exist',
  ENAMETOOLONG: 'its name is too long',
  EROFS: 'the disk is read-only',
};

/** Explains errors of the file system in plain words. */
function explainRefusal(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = refusals[code];
  return why === undefined ? error : new UserError(`${path} cannot be written: ${why}.`, { cause: error });
}

const partOf = ({ out }: ExportOptions) => `${out}.part`;

async function exportOnce(
  parts: ExportDependencies,
  options: ExportOptions,
): Promise<ExportReport | 'superseded'> {
  const resumed = await resume(parts, options);
  const part = resumed ?? (await begin(parts, options));
  try {
    const { size, root } = checkpointOf(part.head.checkpoint);
    const tree = createCachedHashSource(parts, parts.sha256);
    if (Buffer.compare(await readRoot(size, tree), root) !== 0)
      throw new UserError('The log contradicts its checkpoint: see "avow audit verify".');
    if (!part.isEnded) {
      // Every run that writes records is logged: the partial file may have come from anywhere.
      if (resumed !== null) await logExport(parts, options, size);
      if ((await writeLines(parts, options, { part, size, tree })) === 'superseded') return 'superseded';
    }
    const counts = await part.end();
    await moveIntoPlace(partOf(options), options.out);
    return { ...counts, size, isResumed: resumed !== null };
  } finally {
    await part.close();
  }
}

const checkpointOf = (note: string): Checkpoint => parseCheckpoint(parseNote(Buffer.from(note)).text);

/** Null: there is nothing to resume. A partial file of another export is left alone; a superseded one is removed. */
async function resume(parts: ExportDependencies, options: ExportOptions): Promise<PartFile | null> {
  const { archive, tenantId, verifierKey } = parts;
  const path = partOf(options);
  const other = (cause?: unknown) =>
    new UserError(`${path} belongs to another export, or is damaged. Remove it, or choose another name.`, {
      cause,
    });
  const part = await resumePart(path).catch((error: unknown) => {
    throw other(error);
  });
  if (part === null) {
    if (existsSync(path)) await rm(path);
    return null;
  }
  const { head } = part;
  const stated = await statedOf(parts, options.scope, head.checkpoint).catch(async (error: unknown) => {
    await part.close();
    throw other(error);
  });
  const wanted = formatBundleLine({ ...head, ...stated, tenantId, verifierKey });
  const isWanted = wanted === formatBundleLine(head);
  if (isWanted && !hasLostSince(archive, tenantId, checkpointOf(head.checkpoint).size)) return part;
  await part.close();
  if (!isWanted) throw other();
  await rm(path);
  return null;
}

/** Whether anything was erased or has expired that a checkpoint of this size does not tell of: it may be in the part. */
const hasLostSince = (archive: Archive, tenantId: string, size: number): boolean =>
  ['erasure', 'expiry'].some(
    (kind) => archive.listLogEvents(tenantId, kind, { from: size, limit: 1 }).length > 0,
  );

/** What a head says that follows from the log, the request and the checkpoint. */
async function statedOf(
  parts: ExportDependencies,
  what: BundleScope,
  checkpoint: string,
): Promise<Pick<BundleHead, 'keyChanges' | 'consistency' | 'what'>> {
  const keyChanges = readKeyChanges(parts.archive, parts.tenantId);
  const changes = keyChanges.map((note) => ({ untilSize: checkpointOf(note).size }));
  const tree = createCachedHashSource(parts, parts.sha256);
  const proof = await proveKeyHistory(changes, checkpointOf(checkpoint).size, tree);
  return { keyChanges, consistency: proof.map((hashes) => hashes.map(toHex)), what };
}

/** The file is created first, to show that it can be written; then the export is logged, before any record is in the file. */
async function begin(parts: ExportDependencies, options: ExportOptions): Promise<PartFile> {
  const { archive, tenantId, verifierKey } = parts;
  const { scope } = options;
  const makeHead = async (): Promise<BundleHead> => {
    const size = archive.readHead(tenantId).size ?? 0;
    const leafIndex = await logExport(parts, options, size);
    const checkpoint = await parts.cover(leafIndex + 1);
    const tree = createCachedHashSource(parts, parts.sha256);
    const covered = checkpointOf(checkpoint).size;
    const attestations = await listBundledAttestations(archive, { tenantId, size: covered, tree });
    return {
      ...{ type: 'bundle', version: attestations.length === 0 ? bundleVersion : attestedBundleVersion },
      ...(await statedOf(parts, scope, checkpoint)),
      ...{ tenantId, origin: `avow/${tenantId}`, verifierKey },
      exportedAt: formatTime(parts.nowMs()),
      checkpoint,
      ...(attestations.length === 0 ? {} : { attestations }),
    };
  };
  return await createPart(partOf(options), makeHead, options.encipher?.());
}

function logExport(
  parts: ExportDependencies,
  { scope, isReadable }: ExportOptions,
  size: number,
): Promise<number> {
  return parts.note(scope.kind, countRecordsInScope({ ...parts, size, scope, isReadable }));
}

async function writeLines(
  { archive, tenantId }: ExportDependencies,
  { scope, isReadable, onProgress }: ExportOptions,
  { part, size, tree }: { readonly part: PartFile; readonly size: number; readonly tree: HashSource },
): Promise<'written' | 'superseded'> {
  const expiries = new KnownExpiries(archive, tenantId, size);
  expiries.readNew();
  const source = { archive, tenantId, size, expiries, tree, scope, isReadable };
  for await (const page of listBundleLines(source, part.next)) {
    if (page === 'superseded') return page;
    await part.append(page.lines);
    onProgress?.(page.next, size);
  }
  return 'written';
}
