import { UserError } from '@avow/foundation';
import { isLockedForServing, lockForServing } from '@avow/storage/sqlite';
import { describeOpening } from '@avow/storage/threads';
import type { KeyChange } from './key-change.ts';
import { openSqliteKeyChange } from './open-sqlite-key-change.ts';

/** Waits for other commands that are about to end. */
const busyTimeoutMs = 1000;

/** The keys in a data folder that no service runs on, and that none can be started on meanwhile. */
export async function openLockedKeys(directory: string): Promise<KeyChange> {
  if (isLockedForServing(directory))
    throw new UserError('A service runs on this data folder: stop it first.');
  const lock = lockForServing(directory);
  try {
    const keys = openSqliteKeyChange({ directory, busyTimeoutMs });
    return {
      ...keys,
      close() {
        keys.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    if (error instanceof UserError) throw error;
    throw new UserError(`The records cannot be opened: ${describeOpening(error).replace(/\.?$/, '.')}`, {
      cause: error,
    });
  }
}
