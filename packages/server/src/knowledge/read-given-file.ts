import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { StoredDocument } from '../interfaces/knowledge-store.ts';
import { decodeUtf8 } from '../parsing/decode-text.ts';
import { documentKindOf } from '../parsing/document-kind.ts';
import type { DocumentParser } from '../parsing/open-document-parser.ts';
import type { ArchiveMember } from '../parsing/parsed-file.ts';
import { ParsingFault } from '../parsing/parsing-fault.ts';
import { takeFrontMatter } from './front-matter.ts';
import { folderLimits, frontMatterUrlSchema, groupsSchema } from './pack-folder.ts';
import { roleOf } from './pack-folder-files.ts';
import { firstHeading } from './split-markdown.ts';

/** Part of every hash: raising it makes all files be read again, because they become another text than before. */
const readingVersion = 3;
const titlePointsMax = 512;
/** An archive in an archive is opened, one in that is not. */
const archiveDepthMax = 2;

/** What is said of a file by whoever hands it over. */
interface GivenMetadata {
  /** Null: from the file itself. */
  readonly title: string | null;
  readonly url: string | null;
  /** Empty: from the file itself. */
  readonly groups: readonly string[];
  /** Where neither says anything. */
  readonly defaultGroups: readonly string[];
}

/** What archives may still give, counted down as they are opened. */
export interface ReadingBudget {
  filesLeft: number;
  bytesLeft: number;
}

export interface GivenFile {
  readonly source: string;
  readonly bytes: Uint8Array;
  readonly metadata: GivenMetadata;
  readonly budget: ReadingBudget;
}

export type ReadDocument = Pick<
  StoredDocument,
  'source' | 'title' | 'url' | 'groups' | 'format' | 'contentHash' | 'text'
>;

/** What came of a file, or of one within it. */
export type ReadItem =
  | { readonly kind: 'document'; readonly document: ReadDocument }
  /** The draft has it already, read in the same way. */
  | { readonly kind: 'unchanged'; readonly source: string }
  | { readonly kind: 'empty'; readonly source: string }
  | { readonly kind: 'pairs'; readonly file: string; readonly bytes: Uint8Array }
  | { readonly kind: 'fault'; readonly file: string; readonly reason: string };

export interface ReadingParts {
  readonly parser: DocumentParser;
  /** The hash that the draft has under this path. */
  readonly knownHash: (source: string) => string | undefined;
}

/** Reads a file by its name; an archive gives everything that is in it. Never rejects for what a file holds. */
export function readGivenFile(parts: ReadingParts, file: GivenFile): AsyncGenerator<ReadItem> {
  return readAt(parts, file, 0);
}

/** `archiveDepth`: how many archives are around it. */
async function* readAt(parts: ReadingParts, file: GivenFile, archiveDepth: number): AsyncGenerator<ReadItem> {
  const { source, bytes } = file;
  const role = roleOf(source);
  if (role === 'pairs') {
    yield { kind: 'pairs', file: source, bytes };
    return;
  }
  if (role === null || role === 'pack' || role === 'golden') {
    yield { kind: 'fault', file: source, reason: 'is not a kind of file that can be read' };
    return;
  }
  const isArchive = documentKindOf(source) === 'zip';
  const contentHash = hashFile(file);
  if (!isArchive && parts.knownHash(source) === contentHash) {
    yield { kind: 'unchanged', source };
    return;
  }
  if (isArchive) yield* readArchive(parts, file, archiveDepth);
  else if (role === 'parsed') yield await readParsed(parts, file, contentHash);
  else yield readWritten(file, contentHash, role);
}

/** The members are files of their own, under the path of the archive. */
async function* readArchive(
  parts: ReadingParts,
  file: GivenFile,
  archiveDepth: number,
): AsyncGenerator<ReadItem> {
  const { source, bytes, metadata, budget } = file;
  const refuse = (path: string, reason: string): ReadItem => ({ kind: 'fault', file: path, reason });
  if (archiveDepth === archiveDepthMax) {
    yield refuse(source, 'is an archive within an archive within an archive');
    return;
  }
  const parsed = await parts.parser.parseDocument({ bytes, fileName: basename(source) });
  if (parsed.kind !== 'archive') {
    yield refuse(source, parsed.kind === 'fault' ? parsed.reason : 'is not an archive');
    return;
  }
  for (const { path, reason } of parsed.faults) yield refuse(`${source}/${path}`, reason);
  for (const { path, bytes: memberBytes } of sortMembers(parsed.members)) {
    const memberSource = `${source}/${path}`;
    // What an archive says of itself is not what its folder, or its pack, says.
    if (roleOf(memberSource) === null || roleOf(path) === 'pack') continue;
    if (budget.filesLeft === 0) {
      yield refuse(source, 'holds more files than may be read');
      return;
    }
    budget.filesLeft -= 1;
    const refusal = refusalOf(memberBytes, budget);
    if (refusal !== null) {
      yield refuse(memberSource, refusal);
      continue;
    }
    budget.bytesLeft -= memberBytes.length;
    // A title or an address given with the archive is not that of each file in it.
    const member = {
      source: memberSource,
      bytes: memberBytes,
      metadata: { ...metadata, title: null, url: null },
    };
    yield* readAt(parts, { ...member, budget }, archiveDepth + 1);
  }
}

function refusalOf(bytes: Uint8Array, budget: ReadingBudget): string | null {
  if (bytes.length > folderLimits.fileBytesMax) return `is larger than ${folderLimits.fileBytesMax} bytes`;
  return bytes.length > budget.bytesLeft ? 'is more than may be read together' : null;
}

function sortMembers(members: readonly ArchiveMember[]): ArchiveMember[] {
  return members.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

async function readParsed(parts: ReadingParts, file: GivenFile, contentHash: string): Promise<ReadItem> {
  const { source, bytes, metadata } = file;
  const parsed = await parts.parser.parseDocument({ bytes, fileName: basename(source) });
  if (parsed.kind !== 'document')
    return {
      kind: 'fault',
      file: source,
      reason: parsed.kind === 'fault' ? parsed.reason : 'is no document',
    };
  return documentItem({
    source,
    contentHash,
    format: 'markdown',
    title: metadata.title ?? parsed.title ?? nameOf(source),
    url: metadata.url,
    groups: metadata.groups.length > 0 ? metadata.groups : metadata.defaultGroups,
    text: parsed.text,
  });
}

function readWritten(file: GivenFile, contentHash: string, role: 'markdown' | 'text'): ReadItem {
  const { source, bytes, metadata } = file;
  const fault = (reason: string): ReadItem => ({ kind: 'fault', file: source, reason });
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch (error) {
    if (!(error instanceof ParsingFault)) throw error;
    return fault(error.message);
  }
  const own =
    role === 'markdown' ? takeFrontMatter(text) : { title: null, url: null, groups: null, body: text };
  if (own.url !== null && !frontMatterUrlSchema.safeParse(own.url).success)
    return fault('url: must be an http or https address');
  // A restriction that cannot be read must not be taken for none.
  const ownGroups = own.groups === null ? null : groupsSchema.safeParse(own.groups);
  if (ownGroups?.success === false)
    return fault(`groups: ${ownGroups.error.issues[0]?.message ?? 'not valid'}`);
  const heading = role === 'markdown' ? firstHeading(own.body) : null;
  return documentItem({
    source,
    contentHash,
    format: role,
    title: metadata.title ?? own.title ?? heading ?? nameOf(source),
    url: metadata.url ?? own.url,
    groups: metadata.groups.length > 0 ? metadata.groups : (ownGroups?.data ?? metadata.defaultGroups),
    text: own.body,
  });
}

function documentItem(document: ReadDocument): ReadItem {
  // Without words there is nothing to cite.
  if (document.text.trim() === '') return { kind: 'empty', source: document.source };
  const title = [...document.title].slice(0, titlePointsMax).join('');
  return { kind: 'document', document: { ...document, title } };
}

function hashFile({ source, bytes, metadata }: GivenFile): string {
  const { title, url, groups, defaultGroups } = metadata;
  return createHash('sha256')
    .update(`${JSON.stringify([readingVersion, source, title, url, groups, defaultGroups])}\n`)
    .update(bytes)
    .digest('hex');
}

function nameOf(source: string): string {
  return basename(source).replace(/\.[^.]+$/, '');
}
