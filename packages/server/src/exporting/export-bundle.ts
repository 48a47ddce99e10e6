import { existsSync, lstatSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import {
  type BundleScope,
  type Checkpoint,
  formatBundleLine,
  type HashSource,
  parseCheckpoint,
  parseNote,
  readRoot,
  type Sha256,
} from '@avow/audit';
import { formatTime } from '@avow/contract';
import { UserError } from '../errors/user-error.ts';
import type { Archive } from '../interfaces/archive.ts';
import { KnownExpiries } from '../verifying/known-expiries.ts';
import { createTreeMemory } from './create-tree-memory.ts';
import { countChosen, listLines } from './list-lines.ts';
import { createPart, type PartFile, resumePart } from './part-file.ts';

export interface ExportParts {
  readonly archive: Archive;
  readonly sha256: Sha256<Uint8Array>;
  readonly tenantId: string;
  readonly verifierKey: string;
  /** Throws where the log is not one that may be gone on with. */
  prove(): Promise<void>;
  /** Puts on the log, durably, that so many records are exported; where that stands. */
  note(what: BundleScope['kind'], records: number): Promise<number>;
  /** A signed note of a checkpoint that has so many leaves at least. */
  cover(size: number): Promise<string>;
  readonly nowMs: () => number;
}

export interface ExportWish {
  readonly scope: BundleScope;
  /** Where it goes. There must not be anything yet. */
  readonly out: string;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ExportReport {
  readonly records: number;
  readonly deeds: number;
  /** Of the checkpoint. */
  readonly size: number;
  /** It took up what an earlier run had left. */
  readonly isResumed: boolean;
}

/** What is erased while it runs makes it begin again under a newer checkpoint; it will not be so each time. */
const attemptsMax = 5;

/** Writes a bundle that can be checked without asking anybody. It is there under its name once it is whole. */
export async function exportBundle(parts: ExportParts, wish: ExportWish): Promise<ExportReport> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if (isTaken(wish.out)) throw new UserError(`${wish.out} is there already. Nothing was exported.`);
    await parts.prove();
    const report = await tryExporting(parts, wish).catch((error: unknown) => {
      throw explainRefusal(error, partOf(wish));
    });
    if (report !== 'superseded') return report;
    await rm(partOf(wish));
  }
  throw new UserError('Records were erased again and again while they were exported. Try again later.');
}

/** Also by a link that leads nowhere. What cannot be looked at is told of where it is to be made. */
function isTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const refusals: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'nothing can be made there',
  ENAMETOOLONG: 'its name is too long',
  EROFS: 'it would be on a disk that is read-only',
};

/** What the machine refuses of the file, in plain words. */
function explainRefusal(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = refusals[code];
  return why === undefined ? error : new UserError(`${path} cannot be written: ${why}.`, { cause: error });
}

const partOf = ({ out }: ExportWish) => `${out}.part`;

async function tryExporting(parts: ExportParts, wish: ExportWish): Promise<ExportReport | 'superseded'> {
  const resumed = await resume(parts, wish);
  const part = resumed ?? (await begin(parts, wish));
  try {
    const { size, root } = checkpointOf(part.head.checkpoint);
    const tree = createTreeMemory(parts, parts.sha256);
    if (Buffer.compare(await readRoot(size, tree), root) !== 0)
      throw new UserError('The log contradicts what was signed of it: see "avow audit verify".');
    if (!part.isEnded) {
      // Each run that writes records is an entry of its own: what lay there may have come from anywhere.
      if (resumed !== null) await noteExport(parts, wish, size);
      if ((await writeLines(parts, wish, { part, size, tree })) === 'superseded') return 'superseded';
    }
    const counts = await part.end();
    await giveName(partOf(wish), wish.out);
    return { ...counts, size, isResumed: resumed !== null };
  } finally {
    await part.close();
  }
}

/** Renaming would replace what has come to be there meanwhile; a second name for the same file is refused then. */
async function giveName(part: string, out: string): Promise<void> {
  try {
    await link(part, out);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST')
      throw new UserError(`${out} has come to be there meanwhile: the export is whole, in ${part}.`);
    if (!withoutLinks.has(code)) throw error;
    await rename(part, out);
    return;
  }
  await rm(part);
}

/** What file systems say on which a file has one name at most. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

const checkpointOf = (note: string): Checkpoint => parseCheckpoint(parseNote(Buffer.from(note)).text);

/** Null: there is nothing to take up. What is there of another export is left alone; what was superseded is removed. */
async function resume(
  { archive, tenantId, verifierKey }: ExportParts,
  wish: ExportWish,
): Promise<PartFile | null> {
  const path = partOf(wish);
  const other = (cause?: unknown) =>
    new UserError(`${path} is of another export, or damaged. Remove it, or choose another name.`, { cause });
  const part = await resumePart(path).catch((error: unknown) => {
    throw other(error);
  });
  if (part === null) {
    if (existsSync(path)) await rm(path);
    return null;
  }
  const { head } = part;
  const wanted = formatBundleLine({ ...head, tenantId, verifierKey, what: wish.scope });
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
    (kind) => archive.listDeeds(tenantId, kind, { from: size, limit: 1 }).length > 0,
  );

/** The export stands on the log before anything of a record is in the file, and that can be written before it does. */
async function begin(parts: ExportParts, wish: ExportWish): Promise<PartFile> {
  const { archive, tenantId, verifierKey } = parts;
  const { scope } = wish;
  return await createPart(partOf(wish), async () => {
    const size = archive.readHead(tenantId).size ?? 0;
    const leafIndex = await noteExport(parts, wish, size);
    return {
      type: 'bundle',
      tenantId,
      origin: `avow/${tenantId}`,
      verifierKey,
      what: scope,
      exportedAt: formatTime(parts.nowMs()),
      checkpoint: await parts.cover(leafIndex + 1),
    };
  });
}

function noteExport(parts: ExportParts, { scope }: ExportWish, size: number): Promise<number> {
  return parts.note(scope.kind, countChosen({ ...parts, size, scope }));
}

async function writeLines(
  { archive, tenantId }: ExportParts,
  { scope, onProgress }: ExportWish,
  { part, size, tree }: { readonly part: PartFile; readonly size: number; readonly tree: HashSource },
): Promise<'written' | 'superseded'> {
  const expiries = new KnownExpiries(archive, tenantId, size);
  expiries.readOn();
  for await (const page of listLines({ archive, tenantId, size, expiries, tree, scope }, part.next)) {
    if (page === 'superseded') return page;
    await part.append(page.lines);
    onProgress?.(page.next, size);
  }
  return 'written';
}
