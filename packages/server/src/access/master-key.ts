import { randomBytes } from 'node:crypto';
import { createKeyFile, damagedKeyFile, gone, readKeyFile } from './key-file.ts';

const masterKeyBytes = 32;
const fileAt = (path: string) => ({ path, name: 'master key' });

/** The key in this text: 32 bytes in canonical base64url; null if it is not a key. */
export function parseMasterKey(text: string): Uint8Array | null {
  const key = Buffer.from(text, 'base64url');
  return key.length === masterKeyBytes && key.toString('base64url') === text ? new Uint8Array(key) : null;
}

/** The key that encrypts the keys of all tenants; null if the file does not exist. */
export async function readMasterKey(path: string): Promise<Uint8Array | null> {
  const text = await readKeyFile(fileAt(path));
  if (text === null) return null;
  const key = parseMasterKey(text);
  if (key === null) throw damagedKeyFile(fileAt(path));
  return key;
}

/** The key that the configuration contains or whose file it names; null if that file does not exist. */
export async function findMasterKey({
  masterKey,
  masterKeyFile,
}: {
  readonly masterKey: string | null;
  readonly masterKeyFile: string;
}): Promise<Uint8Array | null> {
  return masterKey === null ? await readMasterKey(masterKeyFile) : parseMasterKey(masterKey);
}

/** Creates the master key of a new installation. If another process was faster, its key is returned. */
export async function createMasterKey(path: string): Promise<Uint8Array> {
  await createKeyFile(fileAt(path), randomBytes(masterKeyBytes).toString('base64url'));
  const key = await readMasterKey(path);
  if (key === null) throw gone(fileAt(path));
  return key;
}
