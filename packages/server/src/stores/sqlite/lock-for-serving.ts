import { join } from 'node:path';
import { UserError } from '../../errors/user-error.ts';
import { type FileLock, tryFileLock } from '../../locks/file-lock.ts';

const lockFileName = 'serving.lock';

/** Holds the folder for one service. The lock has a file of its own, so it does not keep the command line from the records. */
export function lockForServing(directory: string): FileLock {
  const lock = tryFileLock(join(directory, lockFileName));
  if (lock === null) throw new UserError(`Another avow service uses this folder: ${directory}`);
  return lock;
}

/** Whether a service holds the folder. */
export function isLockedForServing(directory: string): boolean {
  const lock = tryFileLock(join(directory, lockFileName));
  lock?.release();
  return lock === null;
}
