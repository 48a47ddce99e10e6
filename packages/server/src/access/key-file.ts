import { randomBytes } from 'node:crypto';
import { link, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { UserError } from '../errors/user-error.ts';
import { makePrivateFolder } from '../locks/make-private-folder.ts';
import { syncToDisk } from '../locks/sync-to-disk.ts';

/** A file with one secret of the installation. */
export interface KeyFile {
  readonly path: string;
  /** As messages call it: "pepper". */
  readonly name: string;
}

/** Nothing that is a key is as long: a wrong path is not read to its end. */
const keyFileBytesMax = 16 * 1024;

/** What stands in the file, without the white space around it; null where there is none. */
export async function readKeyFile({ path, name }: KeyFile): Promise<string | null> {
  let found: string;
  try {
    const file = await open(path);
    // Closes the file as well. By what it reads, not by the file's size: a pipe or a device says that it has none.
    found = await text(file.createReadStream({ end: keyFileBytesMax }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new UserError(`The ${name} file ${path} cannot be read (${code}).`, { cause: error });
  }
  if (found.length > keyFileBytesMax) throw damagedKeyFile({ path, name });
  return found.trim();
}

export function damagedKeyFile({ path, name }: KeyFile): UserError {
  return new UserError(`The ${name} file ${path} is damaged: restore it from a backup.`);
}

/**
 * Makes the file for its owner alone. It is on the disk before it has its name, so that no power cut leaves records without
 * the key; and where another process was faster, that one's stays: what holds is what is read afterwards.
 */
export async function createKeyFile({ path, name }: KeyFile, text: string): Promise<void> {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${text.trim()}\n`);
    await file.sync();
    await link(draft, path).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
    await syncToDisk(dirname(path));
  } catch (error) {
    throw new UserError(`The ${name} file ${path} cannot be made.`, { cause: error });
  } finally {
    await file.close();
    await unlink(draft);
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** Where the file that was just made is not there to be read. */
export function gone({ path, name }: KeyFile): UserError {
  return new UserError(`The ${name} file ${path} went away while it was made.`);
}
