import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { StoredDocument } from '@avow/answering';
import {
  type ArchiveMember,
  type DocumentParser,
  decodeText,
  documentKindOf,
  fileRoleOf,
  findTitle,
  ParsingFault,
  type TimeBudget,
} from '@avow/documents';
import { takeFrontMatter } from '@avow/text';
import { folderLimits } from '../../limits/pack-limits.ts';
import { archiveTimeReason, isSpent, openArchiveTime } from './archive-time.ts';
import { folderGroupsSchema, frontMatterUrlSchema } from './folder/pack-folder.ts';

/** Part of every hash: raise it when files are read into a different text, so that all of them are read again. */
const readingVersion = 6;
const titlePointsMax = 512;
/** The rows of such a table become lines of Markdown, which is left to the parsing process. */
const htmlTable = /<table[\s>]/i;
/** An archive within an archive is opened; one within that is not. */
const archiveDepthMax = 2;

/** Metadata that comes with a file. */
interface SourceMetadata {
  /** Null: taken from the file itself. */
  readonly title: string | null;
  readonly url: string | null;
  /** Empty: taken from the file itself. */
  readonly groups: readonly string[];
  /** Used if neither the metadata nor the file names groups. */
  readonly defaultGroups: readonly string[];
  /** Whether a file can only narrow the groups that it comes with: its author does not decide who reads it. */
  readonly isBounded?: boolean;
}

/** How much may still be read from archives, counted down as they are opened. */
export interface ReadingBudget {
  filesLeft: number;
  bytesLeft: number;
}

export interface SourceFile {
  readonly source: string;
  /** The name that says how it is read, if that is not its path. */
  readonly readAs?: string;
  readonly bytes: Uint8Array;
  readonly metadata: SourceMetadata;
  readonly budget: ReadingBudget;
  /** Of the archive that it is in. */
  readonly timeBudget?: TimeBudget;
}

export type ReadDocument = Pick<
  StoredDocument,
  'source' | 'title' | 'url' | 'groups' | 'format' | 'contentHash' | 'text'
>;

/** The result of reading a file, or a file within it. */
export type ReadItem =
  /** `leftOut`: what the file hides, in words. */
  | { readonly kind: 'document'; readonly document: ReadDocument; readonly leftOut?: string }
  /** The draft already has it, with the same hash. */
  | { readonly kind: 'unchanged'; readonly source: string }
  | { readonly kind: 'empty'; readonly source: string }
  /** A file in an archive with an unsupported type. */
  | { readonly kind: 'unsupported'; readonly source: string }
  | { readonly kind: 'pairs'; readonly file: string; readonly bytes: Uint8Array }
  /** Nobody may read it, so that nothing of it may stay. */
  | { readonly kind: 'withheld'; readonly file: string; readonly reason: string }
  | { readonly kind: 'fault'; readonly file: string; readonly reason: string };

export interface FileReading {
  readonly parser: DocumentParser;
  /** The hash of the draft's document under this path. */
  readonly knownHash: (source: string) => string | undefined;
}

/** Reads a file according to its name; an archive yields all of its files. Never rejects because of a file's content. */
export function readSourceFile(parts: FileReading, file: SourceFile): AsyncGenerator<ReadItem> {
  return readAt(parts, file, 0);
}

/** `archiveDepth`: the number of enclosing archives. */
async function* readAt(parts: FileReading, file: SourceFile, archiveDepth: number): AsyncGenerator<ReadItem> {
  const { source, bytes, readAs = source } = file;
  const role = fileRoleOf(readAs);
  if (role === 'pairs') {
    yield { kind: 'pairs', file: source, bytes };
    return;
  }
  if (role === null || role === 'pack' || role === 'golden') {
    yield { kind: 'fault', file: source, reason: 'is not a supported file type' };
    return;
  }
  const isArchive = documentKindOf(readAs) === 'zip';
  const contentHash = hashFile(file);
  if (!isArchive && parts.knownHash(source) === contentHash) {
    yield { kind: 'unchanged', source };
    return;
  }
  if (isSpent(file.timeBudget)) yield { kind: 'fault', file: source, reason: archiveTimeReason };
  else if (isArchive) yield* readArchive(parts, file, archiveDepth);
  else if (role === 'parsed') yield await readParsed(parts, file, contentHash);
  else yield await readWritten(parts, file, { contentHash, role });
}

/** Yields the members as files under the path of the archive. */
async function* readArchive(
  parts: FileReading,
  file: SourceFile,
  archiveDepth: number,
): AsyncGenerator<ReadItem> {
  const { source, bytes, metadata, budget, timeBudget = openArchiveTime() } = file;
  const fault = (path: string, reason: string): ReadItem => ({ kind: 'fault', file: path, reason });
  if (archiveDepth === archiveDepthMax) {
    yield fault(source, 'is an archive within an archive within an archive');
    return;
  }
  const parsed = await parts.parser.parseDocument({ bytes, fileName: basename(source), timeBudget });
  if (parsed.kind !== 'archive') {
    yield fault(source, parsed.kind === 'fault' ? parsed.reason : 'is not an archive');
    return;
  }
  for (const { path, reason } of parsed.faults) yield fault(`${source}/${path}`, reason);
  for (const path of parsed.unsupported) yield { kind: 'unsupported', source: `${source}/${path}` };
  for (const { path, bytes: memberBytes } of sortMembers(parsed.members)) {
    const memberSource = `${source}/${path}`;
    // The `pack.json` of an archive does not describe the pack that it is loaded into.
    if (fileRoleOf(memberSource) === null || fileRoleOf(path) === 'pack') continue;
    if (budget.filesLeft === 0) {
      yield fault(source, 'contains more files than may be read');
      return;
    }
    budget.filesLeft -= 1;
    const sizeFault = sizeFaultOf(memberBytes, budget);
    if (sizeFault !== null) {
      yield fault(memberSource, sizeFault);
      continue;
    }
    budget.bytesLeft -= memberBytes.length;
    // A title or URL given for the archive does not apply to its files.
    const member = {
      source: memberSource,
      bytes: memberBytes,
      metadata: { ...metadata, title: null, url: null },
    };
    yield* readAt(parts, { ...member, budget, timeBudget }, archiveDepth + 1);
  }
}

function sizeFaultOf(bytes: Uint8Array, budget: ReadingBudget): string | null {
  if (bytes.length > folderLimits.fileBytesMax) return `is larger than ${folderLimits.fileBytesMax} bytes`;
  return bytes.length > budget.bytesLeft ? 'exceeds the total size that may be read' : null;
}

function sortMembers(members: readonly ArchiveMember[]): ArchiveMember[] {
  return members.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

async function readParsed(parts: FileReading, file: SourceFile, contentHash: string): Promise<ReadItem> {
  const { source, bytes, metadata } = file;
  const parsed = await parse(parts, file, { bytes, fileName: basename(source) });
  if (parsed.kind !== 'document')
    return {
      kind: 'fault',
      file: source,
      reason: parsed.kind === 'fault' ? parsed.reason : 'is not a document',
    };
  const item = documentItem({
    source,
    contentHash,
    format: 'markdown',
    title: metadata.title ?? parsed.title ?? nameOf(source),
    url: metadata.url,
    groups: givenGroups(metadata),
    text: parsed.text,
  });
  return item.kind === 'document' && parsed.leftOut != null ? { ...item, leftOut: parsed.leftOut } : item;
}

async function readWritten(
  parts: FileReading,
  file: SourceFile,
  { contentHash, role }: { readonly contentHash: string; readonly role: 'markdown' | 'text' },
): Promise<ReadItem> {
  const { source, bytes, metadata } = file;
  const fault = (reason: string): ReadItem => ({ kind: 'fault', file: source, reason });
  let text: string;
  try {
    text = decodeText(bytes);
  } catch (error) {
    if (!(error instanceof ParsingFault)) throw error;
    return fault(error.message);
  }
  const own =
    role === 'markdown'
      ? takeFrontMatter(text)
      : { title: null, url: null, groups: null, pastMark: null, body: text };
  if (own.url !== null && !frontMatterUrlSchema.safeParse(own.url).success)
    return fault('url: must be an http or https address');
  // Unreadable groups must not be treated as no restriction.
  const ownGroups = own.groups === null ? null : folderGroupsSchema.safeParse(own.groups);
  if (ownGroups?.success === false)
    return fault(`groups: ${ownGroups.error.issues[0]?.message ?? 'not valid'}`);
  const groups = groupsOf(metadata, ownGroups?.data ?? null);
  if (groups === null) return { kind: 'withheld', file: source, reason: withheldReason };
  const heading = role === 'markdown' ? findTitle(own.body) : null;
  let { body } = own;
  if (role === 'markdown' && htmlTable.test(body)) {
    const parsed = await parse(parts, file, { bytes: Buffer.from(body), fileName: 'body.md' });
    if (parsed.kind !== 'document')
      return fault(parsed.kind === 'fault' ? parsed.reason : 'is not a document');
    body = parsed.text;
  }
  return documentItem({
    source,
    contentHash,
    format: role,
    title: metadata.title ?? own.title ?? heading ?? nameOf(source),
    url: metadata.url ?? own.url,
    groups,
    // A page that is marked as past says so in its text too, where readers and language models see it.
    text: own.pastMark === null || body.trim() === '' ? body : `[${own.pastMark}]\n\n${body}`,
  });
}

function givenGroups({ groups, defaultGroups }: SourceMetadata): readonly string[] {
  return groups.length > 0 ? groups : defaultGroups;
}

/** Null: nobody. */
function groupsOf(metadata: SourceMetadata, own: readonly string[] | null): readonly string[] | null {
  if (metadata.isBounded === true) return narrowGroups(givenGroups(metadata), own);
  return metadata.groups.length > 0 ? metadata.groups : (own ?? metadata.defaultGroups);
}

/** Under the time of the archive that the file is in. */
function parse(
  { parser }: FileReading,
  { timeBudget }: SourceFile,
  content: { readonly bytes: Uint8Array; readonly fileName: string },
) {
  return parser.parseDocument({ ...content, ...(timeBudget === undefined ? {} : { timeBudget }) });
}

function documentItem(document: ReadDocument): ReadItem {
  // A document without text cannot be cited.
  if (document.text.trim() === '') return { kind: 'empty', source: document.source };
  // A title can be megabytes long: only as much as can be stored is split into code points.
  const title = [...document.title.slice(0, 2 * titlePointsMax)].slice(0, titlePointsMax).join('');
  return { kind: 'document', document: { ...document, title } };
}

function hashFile({ source, readAs, bytes, metadata }: SourceFile): string {
  const { title, url, groups, defaultGroups, isBounded = false } = metadata;
  const given = [readingVersion, source, title, url, groups, defaultGroups];
  const also = [...(readAs === undefined ? [] : [readAs]), ...(isBounded ? [true] : [])];
  return createHash('sha256')
    .update(`${JSON.stringify([...given, ...also])}\n`)
    .update(bytes)
    .digest('hex');
}

/** The name of the file, or of its folder if it is what the folder opens with. */
function nameOf(source: string): string {
  const name = basename(source).replace(/\.[^.]+$/, '');
  return /^(?:index|readme)$/i.test(name) ? basename(dirname(`/${source}`)) || name : name;
}

/**
 * Who may read something that comes with groups and names others itself: it may narrow those, not widen them. No groups mean
 * everyone; null means nobody.
 */
export function narrowGroups(
  given: readonly string[],
  own: readonly string[] | null,
): readonly string[] | null {
  if (own === null || own.length === 0) return given;
  if (given.length === 0) return own;
  const common = own.filter((group) => given.includes(group));
  return common.length === 0 ? null : common;
}

export const withheldReason =
  'is left out: none of the groups that it names is among those who may read what it comes from';
