import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileRole, fileRoleOf } from '@avow/documents';
import type { FolderLimits } from '../../../limits/pack-limits.ts';

export interface FolderFile {
  readonly source: string;
  readonly role: FileRole;
}

export interface FolderPlace {
  readonly root: string;
  readonly limits: FolderLimits;
  readonly addFault: (file: string, reason: string) => void;
  /** Called for files that are skipped, which may surprise the person who put them there. */
  readonly addSkipped: (file: string, reason: string) => void;
}

/**
 * Dotfiles, dot folders and `node_modules` are skipped silently; symbolic links and other kinds of file are reported as
 * skipped. Rejects if the folder itself cannot be read.
 */
export async function listPackFiles({
  root,
  limits,
  addFault,
  addSkipped,
}: FolderPlace): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  const pending: Array<{ path: string; depth: number }> = [{ path: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next;
    if (depth > limits.depthMax) {
      addFault(path, `folders are nested deeper than ${limits.depthMax}`);
      continue;
    }
    const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) => {
      if (path === '') throw error;
      addFault(path, `the folder cannot be read (${codeOf(error)})`);
      return [];
    });
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const source = path === '' ? entry.name : `${path}/${entry.name}`;
      const role = fileRoleOf(source);
      if (entry.isDirectory()) pending.push({ path: source, depth: depth + 1 });
      else if (!entry.isFile())
        addSkipped(source, entry.isSymbolicLink() ? 'is a symbolic link' : 'is not a regular file');
      else if (role === null) addSkipped(source, 'is not a supported file type');
      else files.push({ source, role });
    }
    if (files.length > limits.filesMax) {
      addFault('.', `more than ${limits.filesMax} files`);
      break;
    }
  }
  // The order must not depend on the locale of the machine.
  files.sort((one, other) => (one.source < other.source ? -1 : 1));
  return files.slice(0, limits.filesMax);
}

/** Null, and a fault, if the file cannot be read or has more than `bytesLeft`. */
export async function readPackFile(
  { root, limits, addFault }: FolderPlace,
  { source, bytesLeft }: { readonly source: string; readonly bytesLeft: number },
): Promise<Uint8Array | null> {
  const { fileBytesMax } = limits;
  const reject = (reason: string): null => {
    addFault(source, reason);
    return null;
  };
  let handle: FileHandle | null = null;
  try {
    // Does not follow links or block, even if the file was replaced since it was listed.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    handle = await open(join(root, source), flags);
    const stats = await handle.stat();
    if (!stats.isFile()) return reject('is not a regular file');
    if (stats.size > fileBytesMax) return reject(`is larger than ${fileBytesMax} bytes`);
    if (stats.size > bytesLeft) return reject(tooMuch(limits));
    const bytes = await handle.readFile();
    return bytes.length > fileBytesMax ? reject(`is larger than ${fileBytesMax} bytes`) : bytes;
  } catch (error) {
    return reject(`cannot be read (${codeOf(error)})`);
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
