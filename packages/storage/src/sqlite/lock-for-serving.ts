import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { type FileLock, tryFileLock } from '@avow/foundation/files';

const lockFileName = 'serving.lock';

/** Locks the folder for one service. The lock is a separate file, so the command line can still open the records. */
export function lockForServing(directory: string): FileLock {
  const lock = tryFileLock(join(directory, lockFileName));
  if (lock === null) throw new UserError(`Another avow service uses this folder: ${directory}`);
  return lock;
}

/** Whether a service has locked the folder. */
export function isLockedForServing(directory: string): boolean {
  const lock = tryFileLock(join(directory, lockFileName));
  lock?.release();
  return lock === null;
}
