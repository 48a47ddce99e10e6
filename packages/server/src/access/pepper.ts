import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../errors/user-error.ts';

const pepperBytes = 32;

/** The pepper that key secrets are hashed under, or null where there is no such file. It is kept outside the database. */
export async function readPepper(path: string): Promise<KeyObject | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new UserError(`The pepper file ${path} cannot be read (${error.code}).`, { cause: error });
  });
  if (text === null) return null;
  const pepper = Buffer.from(text.trim(), 'base64url');
  if (pepper.length < pepperBytes)
    throw new UserError(`The pepper file ${path} is damaged: restore it from a backup.`);
  return createSecretKey(pepper);
}

/**
 * Makes the pepper of a new installation, for its owner alone. It is on the disk before it has its name, so that no
 * power cut leaves keys without it; and where another process was faster, that one's is taken.
 */
export async function createPepper(path: string): Promise<KeyObject> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  await file.writeFile(`${randomBytes(pepperBytes).toString('base64url')}\n`);
  await file.sync();
  await file.close();
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  const pepper = await readPepper(path);
  if (pepper === null) throw new UserError(`The pepper file ${path} went away while it was made.`);
  return pepper;
}
