import { constants } from 'node:fs';
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
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
import { firstHeading } from './split-markdown.ts';

const titleUnitsMax = 300;
const faultsPerFileMax = 20;

/** Why a file, or the folder (`.`), could not be taken as it is. */
export interface FileFault {
  readonly file: string;
  readonly reason: string;
}

type Role = 'pack' | 'pairs' | 'markdown' | 'text';

interface Reading {
  readonly root: string;
  readonly limits: FolderLimits;
  readonly faults: FileFault[];
  readonly documents: FolderDocument[];
  readonly curated: FolderPair[];
  /** Where each curated question was first seen. */
  readonly questions: Map<string, string>;
  pack: z.infer<typeof packFileSchema>;
  totalBytes: number;
}

/**
 * Reads a folder into a pack. A file that cannot be taken is named among the faults and left out, the others are read all
 * the same: whether a pack with faults may be published is for the caller to say. The order is that of the paths.
 */
export async function readPackFolder(
  folder: string,
  limits: FolderLimits = folderLimits,
): Promise<{ readonly content: PackFolder; readonly faults: readonly FileFault[] }> {
  const root = await realpath(folder);
  const reading: Reading = {
    root,
    limits,
    faults: [],
    documents: [],
    curated: [],
    questions: new Map(),
    pack: {},
    totalBytes: 0,
  };
  for (const file of await listFiles(reading)) await readOne(reading, file);
  const { documents, curated, faults, pack } = reading;
  const content = {
    name: pack.name ?? basename(root),
    description: pack.description ?? '',
    documents,
    curated,
  };
  return { content, faults };
}

interface FolderFile {
  readonly source: string;
  readonly role: Role;
}

/** Folders and files whose names begin with a dot, `node_modules`, symbolic links and other kinds of file are passed over. */
async function listFiles(reading: Reading): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  const pending: Array<{ path: string; depth: number }> = [{ path: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next;
    if (depth > reading.limits.depthMax) {
      addFault(reading, path, `folders are nested deeper than ${reading.limits.depthMax}`);
      continue;
    }
    const entries = await readdir(join(reading.root, path), { withFileTypes: true }).catch(
      (error: unknown) => {
        addFault(reading, path || '.', `the folder cannot be read (${codeOf(error)})`);
        return [];
      },
    );
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const source = path === '' ? entry.name : `${path}/${entry.name}`;
      const role = roleOf(source);
      if (entry.isDirectory()) pending.push({ path: source, depth: depth + 1 });
      else if (entry.isFile() && role !== null) files.push({ source, role });
    }
    if (files.length > reading.limits.filesMax) {
      addFault(reading, '.', `more than ${reading.limits.filesMax} files`);
      break;
    }
  }
  // The order must not hang on the language settings of the machine.
  files.sort((one, other) => (one.source < other.source ? -1 : 1));
  return files.slice(0, reading.limits.filesMax);
}

function roleOf(source: string): Role | null {
  if (source === 'pack.json') return 'pack';
  const name = basename(source).toLowerCase();
  if (name === 'qna.json' || name.endsWith('.qna.json')) return 'pairs';
  if (name.endsWith('.md') || name.endsWith('.markdown')) return 'markdown';
  return name.endsWith('.txt') ? 'text' : null;
}

async function readOne(reading: Reading, file: FolderFile): Promise<void> {
  if (!file.source.isWellFormed())
    return addFault(reading, file.source.toWellFormed(), 'the name is not valid Unicode');
  const text = await readText(reading, file.source);
  if (text === null) return;
  switch (file.role) {
    case 'pack':
      reading.pack = parseJson(reading, { file: file.source, text, schema: packFileSchema }) ?? {};
      return;
    case 'pairs':
      return takePairs(reading, file.source, text);
    case 'markdown':
      return takeMarkdown(reading, file.source, text);
    case 'text':
      return takeDocument(reading, {
        source: file.source,
        title: nameOf(file.source),
        url: null,
        text,
        format: 'text',
      });
  }
}

async function readText(reading: Reading, source: string): Promise<string | null> {
  const bytes = await readBytes(reading, source);
  if (bytes === null) return null;
  try {
    // The decoder drops a byte order mark and refuses what is not UTF-8.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
    if (!text.includes('\0')) return text;
    addFault(reading, source, 'holds a NUL character: not a text file');
  } catch {
    addFault(reading, source, 'is not valid UTF-8');
  }
  return null;
}

async function readBytes(reading: Reading, source: string): Promise<Uint8Array | null> {
  const { fileBytesMax, totalBytesMax } = reading.limits;
  let handle: FileHandle | null = null;
  try {
    // Nothing is followed or waited for, even where the file was exchanged since the listing.
    handle = await open(
      join(reading.root, source),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    const stats = await handle.stat();
    if (!stats.isFile()) return faultAndNull(reading, source, 'is not a regular file');
    if (stats.size > fileBytesMax)
      return faultAndNull(reading, source, `is larger than ${fileBytesMax} bytes`);
    if (reading.totalBytes + stats.size > totalBytesMax) {
      return faultAndNull(reading, source, `the folder is larger than ${totalBytesMax} bytes in all`);
    }
    const bytes = await handle.readFile();
    if (bytes.length > fileBytesMax)
      return faultAndNull(reading, source, `is larger than ${fileBytesMax} bytes`);
    reading.totalBytes += bytes.length;
    return bytes;
  } catch (error) {
    return faultAndNull(reading, source, `cannot be read (${codeOf(error)})`);
  } finally {
    await handle?.close();
  }
}

function takeMarkdown(reading: Reading, source: string, text: string): void {
  const { title, url, body } = takeFrontMatter(text);
  if (url !== null && !frontMatterUrlSchema.safeParse(url).success) {
    addFault(reading, source, 'url: must be an http or https address');
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
      addFault(reading, file, `more than ${reading.limits.pairsMax} curated pairs in the folder`);
      return;
    }
    const seenIn = reading.questions.get(pair.question);
    if (seenIn !== undefined) {
      addFault(reading, file, `${position}.question: is already in ${seenIn}`);
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
    addFault(reading, file, `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`);
  }
  return null;
}

function nameOf(source: string): string {
  return basename(source).replace(/\.[^.]+$/, '');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function addFault(reading: Reading, file: string, reason: string): void {
  reading.faults.push({ file, reason });
}

function faultAndNull(reading: Reading, file: string, reason: string): null {
  addFault(reading, file, reason);
  return null;
}
