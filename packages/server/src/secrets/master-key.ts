import { randomBytes } from 'node:crypto';
import { UserError } from '@avow/foundation';
import type { KeyUnwrapping } from '@avow/foundation/keys';
import { createKeyFile, damagedKeyFile, gone, readKeyFile } from './key-file.ts';
import { openKeyUnwrapping } from './unwrap-master-key.ts';

const masterKeyBytes = 32;
const fileAt = (path: string) => ({ path, name: 'master key' });

/** The key in this text: 32 bytes in canonical base64url; null if it is not a key. */
export function parseMasterKey(text: string): Uint8Array | null {
  const key = Buffer.from(text, 'base64url');
  return key.length === masterKeyBytes && key.toString('base64url') === text ? new Uint8Array(key) : null;
}

/** The key that encrypts the keys of all tenants; null if the file does not exist. */
export async function readMasterKey(
  path: string,
  unwrapping: KeyUnwrapping | null = null,
): Promise<Uint8Array | null> {
  const text = await readKeyFile(fileAt(path));
  if (text === null) return null;
  const key = unwrapping === null ? parseMasterKey(text) : await unwrap(unwrapping, text);
  if (key === null) throw damagedKeyFile(fileAt(path));
  return key;
}

/** Services and programs give 32 bytes in either form of base64. */
async function unwrap(unwrapping: KeyUnwrapping, wrapped: string): Promise<Uint8Array> {
  const text = (await openKeyUnwrapping(unwrapping)(wrapped)).trim();
  const key = parseMasterKey(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=$/, ''));
  if (key === null)
    throw new UserError('What the master key file was unwrapped to is not a key: 32 bytes in base64.');
  return key;
}

export interface MasterKeyPlace {
  readonly masterKey: string | null;
  readonly masterKeyFile: string;
  /** How the content of the file is unwrapped; null: it is the key. */
  readonly masterKeyUnwrapping: KeyUnwrapping | null;
}

/** The key that the configuration contains or whose file it names; null if that file does not exist. */
export async function findMasterKey({
  masterKey,
  masterKeyFile,
  masterKeyUnwrapping,
}: MasterKeyPlace): Promise<Uint8Array | null> {
  return masterKey === null
    ? await readMasterKey(masterKeyFile, masterKeyUnwrapping)
    : parseMasterKey(masterKey);
}

/** A key that is wrapped elsewhere cannot be created here. */
export function requireUnwrapped(path: string, unwrapping: KeyUnwrapping | null): void {
  if (unwrapping === null) return;
  throw new UserError(
    `The master key file ${path} does not exist. Wrap 32 random bytes in base64url where AVOW_MASTER_KEY_UNWRAP says they are unwrapped, and put the result there.`,
  );
}

/** Creates the master key of a new installation. If another process was faster, its key is returned. */
export async function createMasterKey(path: string): Promise<Uint8Array> {
  await createKeyFile(fileAt(path), randomBytes(masterKeyBytes).toString('base64url'));
  const key = await readMasterKey(path);
  if (key === null) throw gone(fileAt(path));
  return key;
}
