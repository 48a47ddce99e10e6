import { randomBytes } from 'node:crypto';
import { link, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { UserError } from '@avow/foundation';
import { makePrivateFolder, syncToDisk } from '@avow/foundation/files';

/** A file with one secret of the installation. */
export interface KeyFile {
  readonly path: string;
  /** The name used in messages, such as "pepper". */
  readonly name: string;
}

/** Longer than any key, so that a file at a wrong path is not read to its end. */
const keyFileBytesMax = 16 * 1024;

/** The text of the file without surrounding white space; null: there is no file. */
export async function readKeyFile({ path, name }: KeyFile): Promise<string | null> {
  let found: string;
  try {
    const file = await open(path);
    // Closes the file as well. Limited by what is read rather than by the file's size, because pipes and devices have none.
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
 * Creates the file, readable by its owner only. It is on the disk before it gets its name, so that a power cut cannot leave
 * records without the key. If another process was faster, its file stays: read the file afterwards. Returns false if there
 * was a file.
 */
export async function createKeyFile({ path, name }: KeyFile, text: string): Promise<boolean> {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${text.trim()}\n`);
    await file.sync();
    const isCreated = await link(draft, path).then(
      () => true,
      (error: unknown) => {
        if (!isTaken(error)) throw error;
        return false;
      },
    );
    await syncToDisk(dirname(path));
    return isCreated;
  } catch (error) {
    throw new UserError(`The ${name} file ${path} cannot be created.`, { cause: error });
  } finally {
    await file.close();
    await unlink(draft);
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** The file that was just created cannot be found. */
export function gone({ path, name }: KeyFile): UserError {
  return new UserError(`The ${name} file ${path} disappeared while it was being created.`);
}
