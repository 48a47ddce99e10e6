import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createKeyFile, damagedKeyFile, gone, readKeyFile } from './key-file.ts';

const fileAt = (path: string) => ({ path, name: 'log key' });

/** The key that signs checkpoints (Ed25519, PKCS #8 in PEM), or null if there is no such file. */
export async function readLogKey(path: string): Promise<KeyObject | null> {
  const text = await readKeyFile(fileAt(path));
  if (text === null) return null;
  const key = parseKey(text);
  if (key?.asymmetricKeyType !== 'ed25519') throw damagedKeyFile(fileAt(path));
  return key;
}

function parseKey(text: string): KeyObject | null {
  try {
    return createPrivateKey({ key: text, format: 'pem' });
  } catch {
    // The message of the error may quote the file.
    return null;
  }
}

/** Creates the log key of a new installation. If another process was faster, its key is used. */
export async function createLogKey(path: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await createKeyFile(fileAt(path), privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  const key = await readLogKey(path);
  if (key === null) throw gone(fileAt(path));
  return key;
}
