import { closeSync, openSync, readSync } from 'node:fs';
import { UserError } from '@avow/foundation';

/** More than a key may have, so that one that is too long is seen to be. */
const keyFileBytesMax = 8 * 1024;
const textFileBytesMax = 256 * 1024;

/** The text of a file that the operator wrote; throws an error that explains why it cannot be read. */
export function readTextFile(path: string): string {
  const bytes = tryRead(path);
  if (bytes.length > textFileBytesMax)
    throw new UserError(`${path} is larger than ${textFileBytesMax / 1024} KiB.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Without its cause, which may quote what it could not read.
    throw new UserError(`${path} is not UTF-8.`);
  }
}

function tryRead(path: string): Buffer {
  try {
    return readBytes(path, textFileBytesMax);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`${path} cannot be read (${code}).`, { cause: error });
  }
}

/** One more than so many bytes at most: a path may name a device that never ends. */
function readBytes(path: string, bytesMax: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(bytesMax + 1);
    let length = 0;
    for (;;) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === bytes.length) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** The text of a file with a secret; throws the error of the system. */
export function readSecretFile(path: string): string {
  return readBytes(path, keyFileBytesMax).toString('utf8');
}
