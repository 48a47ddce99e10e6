import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { createKeyFile, damagedKeyFile, gone, readKeyFile } from './key-file.ts';

const pepperBytes = 32;
const fileAt = (path: string) => ({ path, name: 'pepper' });

/** The pepper that key secrets are hashed under, or null if there is no such file. It is stored outside the database. */
export async function readPepper(path: string): Promise<KeyObject | null> {
  const text = await readKeyFile(fileAt(path));
  if (text === null) return null;
  const pepper = Buffer.from(text, 'base64url');
  // Another file in its place, such as the log key, also decodes to bytes, but no API key would match under them.
  if (pepper.length < pepperBytes || !/^[\w+/=-]+$/.test(text)) throw damagedKeyFile(fileAt(path));
  return createSecretKey(pepper);
}

/** Creates the pepper of a new installation. If another process was faster, its pepper is used. */
export async function createPepper(path: string): Promise<KeyObject> {
  await createKeyFile(fileAt(path), randomBytes(pepperBytes).toString('base64url'));
  const pepper = await readPepper(path);
  if (pepper === null) throw gone(fileAt(path));
  return pepper;
}
