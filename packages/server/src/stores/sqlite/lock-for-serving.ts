import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../errors/user-error.ts';
import { createPrivateFile } from './open-database.ts';
import { isBusy } from './sqlite-faults.ts';

export interface ServingLock {
  release(): void;
}

/** A connection that nobody refers to is collected, and its lock goes with it: the process's life is the lock's. */
const held = new Set<DatabaseSync>();

const lockFileName = 'serving.lock';

/**
 * Holds the folder for one service. The lock is the operating system's, on a file of its own: it goes with the process,
 * however that ends, and does not keep the command line from the records.
 */
export function lockForServing(directory: string): ServingLock {
  const path = join(directory, lockFileName);
  createPrivateFile({ directory, path });
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new UserError(`Another avow service uses this folder: ${directory}`, { cause: error });
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}
