import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { documentKindOf } from '../parsing/document-kind.ts';
import type { FolderLimits } from './pack-folder.ts';

/** What is done with a file. `parsed` ones are read in a process of their own. */
export type FileRole = 'pack' | 'golden' | 'pairs' | 'markdown' | 'text' | 'parsed';

export interface FolderFile {
  readonly source: string;
  readonly role: FileRole;
}

export interface FolderPlace {
  readonly root: string;
  readonly limits: FolderLimits;
  readonly addFault: (file: string, reason: string) => void;
}

/** Null for a file that is passed over. */
export function roleOf(source: string): FileRole | null {
  if (source === 'pack.json') return 'pack';
  if (source === 'golden.json') return 'golden';
  const name = basename(source).toLowerCase();
  if (/^(?:.*\.)?qna\.(?:json|csv|tsv|xlsx)$/.test(name)) return 'pairs';
  if (name.endsWith('.md') || name.endsWith('.markdown')) return 'markdown';
  if (name.endsWith('.txt')) return 'text';
  return documentKindOf(name) === null ? null : 'parsed';
}

/** Folders and files whose names begin with a dot, `node_modules`, symbolic links and other kinds of file are passed over. */
export async function listPackFiles({ root, limits, addFault }: FolderPlace): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  const pending: Array<{ path: string; depth: number }> = [{ path: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next;
    if (depth > limits.depthMax) {
      addFault(path, `folders are nested deeper than ${limits.depthMax}`);
      continue;
    }
    const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) => {
      addFault(path || '.', `the folder cannot be read (${codeOf(error)})`);
      return [];
    });
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const source = path === '' ? entry.name : `${path}/${entry.name}`;
      const role = roleOf(source);
      if (entry.isDirectory()) pending.push({ path: source, depth: depth + 1 });
      else if (entry.isFile() && role !== null) files.push({ source, role });
    }
    if (files.length > limits.filesMax) {
      addFault('.', `more than ${limits.filesMax} files`);
      break;
    }
  }
  // The order must not hang on the language settings of the machine.
  files.sort((one, other) => (one.source < other.source ? -1 : 1));
  return files.slice(0, limits.filesMax);
}

/** Null, and a fault, where the file cannot be read or has more than `bytesLeft`. */
export async function readPackFile(
  { root, limits, addFault }: FolderPlace,
  { source, bytesLeft }: { readonly source: string; readonly bytesLeft: number },
): Promise<Uint8Array | null> {
  const { fileBytesMax } = limits;
  const refuse = (reason: string): null => {
    addFault(source, reason);
    return null;
  };
  let handle: FileHandle | null = null;
  try {
    // Nothing is followed or waited for, even where the file was exchanged since the listing.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    handle = await open(join(root, source), flags);
    const stats = await handle.stat();
    if (!stats.isFile()) return refuse('is not a regular file');
    if (stats.size > fileBytesMax) return refuse(`is larger than ${fileBytesMax} bytes`);
    if (stats.size > bytesLeft) return refuse(tooMuch(limits));
    const bytes = await handle.readFile();
    return bytes.length > fileBytesMax ? refuse(`is larger than ${fileBytesMax} bytes`) : bytes;
  } catch (error) {
    return refuse(`cannot be read (${codeOf(error)})`);
  } finally {
    await handle?.close();
  }
}

function tooMuch({ totalBytesMax }: FolderLimits): string {
  return `the folder is larger than ${totalBytesMax} bytes in all`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
