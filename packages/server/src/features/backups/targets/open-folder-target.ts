import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { UserError } from '@avow/foundation';
import { makePrivateFolder, syncToDisk, tryFileLock } from '@avow/foundation/files';
import type { BackupTarget } from './backup-target.ts';

const lockFile = 'backup.lock';
const draftSuffix = '.part';

/** A folder, best on another disk. For writing it is locked: what one backup removes, another could count on. */
export async function openFolderTarget(
  directory: string,
  { forWriting }: { readonly forWriting: boolean },
): Promise<BackupTarget> {
  if (forWriting) makePrivateFolder(directory);
  else if (!existsSync(directory)) throw new UserError(`The folder ${directory} does not exist.`);
  const lock = forWriting ? tryFileLock(join(directory, lockFile)) : null;
  if (forWriting && lock === null) throw new UserError(`Another backup is writing to ${directory}.`);
  if (forWriting) await removeDrafts(directory);
  return {
    name: directory,
    isReadable: true,
    list: async (prefix) => {
      const paths = (await listFiles(join(directory, prefix))).filter((path) => !path.endsWith(draftSuffix));
      return await Promise.all(
        paths.map(async (path) => ({
          name: relative(directory, path).split(sep).join('/'),
          bytes: (await stat(path)).size,
        })),
      );
    },
    read: async (name) => await readFile(join(directory, name)).catch(nullIfMissing),
    write: async (name, bytes) => await writeDurably(join(directory, name), bytes),
    remove: async (name) => await rm(join(directory, name), { force: true }),
    close: async () => lock?.release(),
  };
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  makePrivateFolder(folder);
  const draft = `${path}.${randomBytes(6).toString('hex')}${draftSuffix}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncToDisk(folder);
}

/** What a backup that was killed has left. */
async function removeDrafts(directory: string): Promise<void> {
  for (const path of await listFiles(directory)) if (path.endsWith(draftSuffix)) await rm(path);
}

async function listFiles(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true }).catch(nullIfMissing);
  return (found ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
