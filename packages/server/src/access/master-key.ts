import { randomBytes } from 'node:crypto';
import { createKeyFile, damagedKeyFile, gone, readKeyFile } from './key-file.ts';

const masterKeyBytes = 32;
const fileAt = (path: string) => ({ path, name: 'master key' });

/** The key in this text, or null where it is none: 32 bytes in base64url, in their one spelling. */
export function parseMasterKey(text: string): Uint8Array | null {
  const key = Buffer.from(text, 'base64url');
  return key.length === masterKeyBytes && key.toString('base64url') === text ? new Uint8Array(key) : null;
}

/** The key that all content is encrypted under in the end, or null where there is no such file. */
export async function readMasterKey(path: string): Promise<Uint8Array | null> {
  const text = await readKeyFile(fileAt(path));
  if (text === null) return null;
  const key = parseMasterKey(text);
  if (key === null) throw damagedKeyFile(fileAt(path));
  return key;
}

/** Makes the master key of a new installation. Where another process was faster, that one's is taken. */
export async function createMasterKey(path: string): Promise<Uint8Array> {
  await createKeyFile(fileAt(path), randomBytes(masterKeyBytes).toString('base64url'));
  const key = await readMasterKey(path);
  if (key === null) throw gone(fileAt(path));
  return key;
}
