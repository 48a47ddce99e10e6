import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './make-private-folder.ts';

/**
 * Makes the file, and its folder, for its owner alone. An existing file is not opened: closing it would drop every
 * POSIX lock that this process holds on it.
 */
export function createPrivateFile(path: string): void {
  makePrivateFolder(dirname(path));
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
