import { closeSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '@avow/foundation';
import type { ModelsSettings } from '@avow/inference';
import { readModelsFile } from './read-models-file.ts';

const modelsFileBytesMax = 256 * 1024;
/** More than a key may have, so that one that is too long is seen to be. */
const keyFileBytesMax = 8 * 1024;

/** The language models that the operator has named in this file, with their keys. Nothing is sent yet. */
export function readModelsSettings(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): ModelsSettings {
  return readModelsFile(readText(path), {
    env,
    folder: dirname(path),
    readKeyFile: (keyFile) => readBytes(keyFile, keyFileBytesMax).toString('utf8'),
  });
}

function readText(path: string): string {
  const bytes = tryRead(path);
  if (bytes.length > modelsFileBytesMax)
    throw new UserError(`${path} is larger than ${modelsFileBytesMax / 1024} KiB.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Without its cause, which may quote what it could not read.
    throw new UserError(`${path} is not UTF-8.`);
  }
}

function tryRead(path: string): Buffer {
  try {
    return readBytes(path, modelsFileBytesMax);
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
