import { existsSync } from 'node:fs';
import { UserError } from '../../errors/user-error.ts';
import type { Archive } from '../../interfaces/archive.ts';
import { createArchive } from './archive-reads.ts';
import { assertUpToDate } from './database-state.ts';
import { KeyRing } from './key-ring.ts';
import { databasePath, openForReading, type StoreWorkerData } from './open-database.ts';

/** Opens what a store keeps for reading alone, beside whoever writes. */
export function openArchive(options: StoreWorkerData): Archive {
  const path = databasePath(options.directory);
  if (!existsSync(path)) throw new UserError(`There are no records in ${options.directory}.`);
  const database = openForReading(options);
  try {
    assertUpToDate(database);
    return createArchive(database, new KeyRing(database, options.masterKey));
  } catch (error) {
    database.close();
    throw error;
  }
}
