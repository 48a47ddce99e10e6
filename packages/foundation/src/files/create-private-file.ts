import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './make-private-folder.ts';

/**
 * Creates the file, and its folder, with access for the owner only. An existing file is not opened, because closing it would
 * release every POSIX lock of this process on it.
 */
export function createPrivateFile(path: string): void {
  makePrivateFolder(dirname(path));
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
