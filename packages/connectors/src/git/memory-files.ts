import { basename, dirname } from 'node:path';
import type { PromiseFsClient } from 'isomorphic-git';

/** A file as the library asks about it. */
interface Entry {
  readonly type: 'file' | 'dir';
  readonly bytes: Uint8Array;
}

const noBytes = new Uint8Array(0);

function missing(path: string): Error {
  return Object.assign(new Error(`there is no ${basename(path)}`), { code: 'ENOENT' });
}

/**
 * The files of a repository while it is read, in memory: the process that reads it may not write to the disk. `check` may
 * refuse a file.
 */
export function createMemoryFiles(
  check: (path: string, bytes: Uint8Array) => Promise<void>,
): PromiseFsClient {
  const entries = new Map<string, Entry>([['/', { type: 'dir', bytes: noBytes }]]);
  const find = (path: string): Entry => {
    const entry = entries.get(path);
    if (entry === undefined) throw missing(path);
    return entry;
  };
  const stat = async (path: string) => {
    const { type, bytes } = find(path);
    return {
      ...{ type, mode: type === 'dir' ? 0o040000 : 0o100644, size: bytes.length, ino: 0 },
      ...{ mtimeMs: 0, ctimeMs: 0, uid: 0, gid: 0, dev: 0 },
      isFile: () => type === 'file',
      isDirectory: () => type === 'dir',
      isSymbolicLink: () => false,
    };
  };
  const remove = async (path: string) => {
    if (!entries.delete(path)) throw missing(path);
  };
  const refuse = async (path: string) => {
    throw missing(path);
  };
  return {
    promises: {
      readFile: async (path: string, options?: { encoding?: string } | string) => {
        const { type, bytes } = find(path);
        if (type === 'dir') throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
        const encoding = typeof options === 'string' ? options : options?.encoding;
        return encoding === undefined ? bytes : Buffer.from(bytes).toString('utf8');
      },
      writeFile: async (path: string, content: Uint8Array | string) => {
        find(dirname(path));
        const bytes = typeof content === 'string' ? Buffer.from(content) : content;
        await check(path, bytes);
        entries.set(path, { type: 'file', bytes });
      },
      mkdir: async (path: string) => {
        find(dirname(path));
        if (entries.has(path)) throw Object.assign(new Error('is there already'), { code: 'EEXIST' });
        entries.set(path, { type: 'dir', bytes: noBytes });
      },
      readdir: async (path: string) => {
        find(path);
        return [...entries.keys()]
          .filter((one) => one !== '/' && dirname(one) === path)
          .map((one) => basename(one));
      },
      ...{ stat, lstat: stat, unlink: remove, rmdir: remove, readlink: refuse, symlink: refuse },
    },
  };
}
