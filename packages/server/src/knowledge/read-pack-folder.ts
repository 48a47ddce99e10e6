import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import { decodeUtf8 } from '../parsing/decode-text.ts';
import { documentKindOf } from '../parsing/document-kind.ts';
import { type DocumentParser, openDocumentParser } from '../parsing/open-document-parser.ts';
import type { ArchiveMember } from '../parsing/parsed-file.ts';
import { ParsingFault } from '../parsing/parsing-fault.ts';
import { takeFrontMatter } from './front-matter.ts';
import {
  type FolderDocument,
  type FolderLimits,
  type FolderPair,
  folderLimits,
  frontMatterUrlSchema,
  type PackFolder,
  packFileSchema,
  pairFileSchema,
} from './pack-folder.ts';
import {
  type FileRole,
  type FolderPlace,
  listPackFiles,
  readPackFile,
  roleOf,
  tooMuch,
} from './pack-folder-files.ts';
import { firstHeading } from './split-markdown.ts';

const titleUnitsMax = 300;
const faultsPerFileMax = 20;
/** An archive in an archive is opened, one in that is not. */
const archiveDepthMax = 2;

/** Why a file, or the folder (`.`), could not be taken as it is. */
export interface FileFault {
  readonly file: string;
  readonly reason: string;
}

interface Reading extends FolderPlace {
  readonly parser: DocumentParser;
  readonly documents: FolderDocument[];
  readonly curated: FolderPair[];
  /** Where each curated question was first seen. */
  readonly questions: Map<string, string>;
  pack: z.infer<typeof packFileSchema>;
  /** Of files, of what archives hold, and of the text that came out of them. */
  totalBytes: number;
  fileCount: number;
}

/** A file of the folder, or within an archive of it. */
interface ReadFile {
  readonly source: string;
  readonly role: FileRole;
  readonly bytes: Uint8Array;
  /** How many archives are around it. */
  readonly archiveDepth: number;
}

/**
 * Reads a folder into a pack. A file that cannot be taken is named among the faults and left out, the others are read all
 * the same: whether a pack with faults may be published is for the caller to say. The order is that of the paths.
 */
export async function readPackFolder(
  folder: string,
  limits: FolderLimits = folderLimits,
  parser: DocumentParser = openDocumentParser(),
): Promise<{ readonly content: PackFolder; readonly faults: readonly FileFault[] }> {
  const faults: FileFault[] = [];
  const reading: Reading = {
    root: await realpath(folder),
    limits,
    addFault: (file, reason) => faults.push({ file, reason }),
    parser,
    documents: [],
    curated: [],
    questions: new Map(),
    pack: {},
    totalBytes: 0,
    fileCount: 0,
  };
  try {
    for (const { source, role } of await listPackFiles(reading)) {
      reading.fileCount += 1;
      if (!source.isWellFormed()) {
        reading.addFault(source.toWellFormed(), 'the name is not valid Unicode');
        continue;
      }
      const bytes = await readPackFile(reading, {
        source,
        bytesLeft: limits.totalBytesMax - reading.totalBytes,
      });
      if (bytes !== null) await takeFile(reading, { source, role, bytes, archiveDepth: 0 });
    }
  } finally {
    await parser.close();
  }
  const { documents, curated, pack } = reading;
  const content = {
    name: pack.name ?? basename(reading.root),
    description: pack.description ?? '',
    documents,
    curated,
  };
  return { content, faults };
}

async function takeFile(reading: Reading, file: ReadFile): Promise<void> {
  if (!takeBytes(reading, file.source, file.bytes.length)) return;
  if (file.role === 'parsed') {
    await takeParsed(reading, file);
    return;
  }
  try {
    takeText(reading, file, decodeUtf8(file.bytes));
  } catch (error) {
    if (!(error instanceof ParsingFault)) throw error;
    reading.addFault(file.source, error.message);
  }
}

function takeText(reading: Reading, { source, role }: ReadFile, text: string): void {
  if (role === 'pack')
    reading.pack = parseJson(reading, { file: source, text, schema: packFileSchema }) ?? {};
  else if (role === 'pairs') takePairs(reading, source, text);
  else if (role === 'markdown') takeMarkdown(reading, source, text);
  else takeDocument(reading, { source, title: nameOf(source), url: null, text, format: 'text' });
}

async function takeParsed(reading: Reading, file: ReadFile): Promise<void> {
  const { source, bytes, archiveDepth } = file;
  if (archiveDepth === archiveDepthMax && documentKindOf(source) === 'zip') {
    reading.addFault(source, 'is an archive within an archive within an archive');
    return;
  }
  const parsed = await reading.parser.parseDocument({ bytes, fileName: basename(source) });
  switch (parsed.kind) {
    case 'fault':
      reading.addFault(source, parsed.reason);
      return;
    case 'document':
      if (!takeBytes(reading, source, Buffer.byteLength(parsed.text))) return;
      takeDocument(reading, {
        source,
        title: parsed.title ?? nameOf(source),
        url: null,
        text: parsed.text,
        format: 'markdown',
      });
      return;
    case 'archive':
      for (const { path, reason } of parsed.faults) reading.addFault(`${source}/${path}`, reason);
      await takeMembers(reading, file, parsed.members);
  }
}

/** The members of an archive are files of the folder, and count as such. */
async function takeMembers(
  reading: Reading,
  { source, archiveDepth }: ReadFile,
  members: readonly ArchiveMember[],
): Promise<void> {
  const sorted = members.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, bytes } of sorted) {
    const role = roleOf(`${source}/${path}`);
    if (role === null) continue;
    if (reading.fileCount >= reading.limits.filesMax) {
      reading.addFault(source, `more than ${reading.limits.filesMax} files in the folder and its archives`);
      return;
    }
    reading.fileCount += 1;
    if (bytes.length > reading.limits.fileBytesMax)
      reading.addFault(`${source}/${path}`, `is larger than ${reading.limits.fileBytesMax} bytes`);
    else
      await takeFile(reading, { source: `${source}/${path}`, role, bytes, archiveDepth: archiveDepth + 1 });
  }
}

/** Everything that comes in and is kept counts towards the size of the folder. */
function takeBytes(reading: Reading, source: string, bytes: number): boolean {
  if (reading.totalBytes + bytes > reading.limits.totalBytesMax) {
    reading.addFault(source, tooMuch(reading.limits));
    return false;
  }
  reading.totalBytes += bytes;
  return true;
}

function takeMarkdown(reading: Reading, source: string, text: string): void {
  const { title, url, body } = takeFrontMatter(text);
  if (url !== null && !frontMatterUrlSchema.safeParse(url).success) {
    reading.addFault(source, 'url: must be an http or https address');
    return;
  }
  takeDocument(reading, {
    source,
    title: title ?? firstHeading(body) ?? nameOf(source),
    url,
    text: body,
    format: 'markdown',
  });
}

function takeDocument(reading: Reading, document: FolderDocument): void {
  // An empty file has nothing to cite, and is no fault.
  if (document.text.trim() === '') return;
  reading.documents.push({ ...document, title: [...document.title].slice(0, titleUnitsMax).join('') });
}

function takePairs(reading: Reading, file: string, text: string): void {
  const pairs = parseJson(reading, { file, text, schema: pairFileSchema });
  if (pairs === null) return;
  for (const [position, pair] of pairs.entries()) {
    if (reading.curated.length >= reading.limits.pairsMax) {
      reading.addFault(file, `more than ${reading.limits.pairsMax} curated pairs in the folder`);
      return;
    }
    const seenIn = reading.questions.get(pair.question);
    if (seenIn !== undefined) {
      reading.addFault(file, `${position}.question: is already in ${seenIn}`);
      continue;
    }
    reading.questions.set(pair.question, file);
    reading.curated.push({ ...pair, source: pair.source ?? file, url: pair.url ?? null });
  }
}

function parseJson<Schema extends z.ZodType>(
  reading: Reading,
  { file, text, schema }: { readonly file: string; readonly text: string; readonly schema: Schema },
): z.infer<Schema> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return faultAndNull(reading, file, 'is not valid JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues.slice(0, faultsPerFileMax)) {
    reading.addFault(file, `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`);
  }
  return null;
}

function nameOf(source: string): string {
  return basename(source).replace(/\.[^.]+$/, '');
}

function faultAndNull(reading: Reading, file: string, reason: string): null {
  reading.addFault(file, reason);
  return null;
}
