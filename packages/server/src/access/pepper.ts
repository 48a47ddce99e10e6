import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/** Makes the pepper of a new installation, for its owner alone. Never replaces one. */
export async function createPepper(path: string): Promise<KeyObject> {
  const pepper = randomBytes(pepperBytes);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${pepper.toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  return createSecretKey(pepper);
}
