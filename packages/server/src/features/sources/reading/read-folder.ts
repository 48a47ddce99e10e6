import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Connector, type ReadOptions, SourceFault, type SourceItem } from '@avow/connectors';
import { folderLimits } from '../../../limits/pack-limits.ts';
import { type FolderPlace, listPackFiles, readPackFile } from '../../loading/loading.ts';

export interface FolderOptions {
  readonly path: string;
  /** The folders that tenants may have read. */
  readonly allowed: readonly string[];
}

/** A folder of this machine, within those that the operator allows. A file is read again if its size or times have changed. */
export function openFolder({ path, allowed }: FolderOptions): Connector {
  return {
    async *read({ known, signal }: ReadOptions) {
      const root = await findFolder(path, allowed);
      const faults: SourceItem[] = [];
      const skipped: SourceItem[] = [];
      const place: FolderPlace = {
        ...{ root, limits: folderLimits },
        addFault: (file, reason) => void faults.push({ kind: 'fault', key: null, path: file, reason }),
        addSkipped: (file, reason) => void skipped.push({ kind: 'skipped', path: file, reason }),
      };
      const files = await listPackFiles(place).catch((error: unknown) => {
        throw unreadable(path, error);
      });
      yield* faults.splice(0);
      yield* skipped;
      let bytesLeft = folderLimits.totalBytesMax;
      for (const { source: key, role } of files) {
        signal.throwIfAborted();
        if (role === 'pack' || role === 'golden') {
          yield {
            kind: 'skipped',
            path: key,
            reason: 'describes a pack, and is loaded with "avow packs load"',
          };
          continue;
        }
        if (!key.isWellFormed()) {
          yield {
            kind: 'fault',
            key: null,
            path: key.toWellFormed(),
            reason: 'the name is not valid Unicode',
          };
          continue;
        }
        const version = await versionOf(join(root, key));
        if (version !== null && known.get(key)?.version === version) {
          yield { kind: 'unchanged', key };
          continue;
        }
        const bytes = await readPackFile(place, { source: key, bytesLeft });
        for (const fault of faults.splice(0)) yield { ...fault, key } as SourceItem;
        if (bytes === null) continue;
        bytesLeft -= bytes.length;
        const plain = { title: null, url: null, readers: null, notes: '' };
        yield { kind: 'file', key, path: key, version: version ?? '', bytes, ...plain };
      }
      return { mode: 'full', cursor: null };
    },
  };
}

/** Where links lead is what counts, each time it is read. */
async function findFolder(path: string, allowed: readonly string[]): Promise<string> {
  const root = await realpath(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const roots = await Promise.all(allowed.map((one) => realpath(one).catch(() => null)));
  if (!roots.some((one) => one !== null && isWithin(one, root)))
    throw new SourceFault('not_allowed', `The folder ${path} is not within AVOW_SOURCE_FOLDERS.`);
  if (!(await stat(root)).isDirectory()) throw new SourceFault('invalid', `${path} is not a folder.`);
  return root;
}

function isWithin(outer: string, inner: string): boolean {
  const between = relative(outer, inner);
  return between === '' || (between !== '..' && !between.startsWith(`..${sep}`) && !between.startsWith(sep));
}

function unreadable(path: string, error: unknown): SourceFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new SourceFault('unreachable', `The folder ${path} cannot be read (${code}).`, { cause: error });
}

/** Null: it cannot be said. */
async function versionOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.size}-${found.mtimeNs}-${found.ctimeNs}-${found.ino}`;
}
