import { existsSync } from 'node:fs';
import { UserError } from '@avow/foundation';
import type { Archive } from '@avow/ledger/verification';
import { KeyRing } from '@avow/storage/sealing';
import { databasePath, openForReading, type StoreWorkerData, sqliteStatements } from '@avow/storage/threads';
import { assertUpToDate } from '../../../../storage/sqlite/database-state.ts';
import { createSqliteArchive } from './create-sqlite-archive.ts';

/** Opens a store read-only, next to a process that writes. */
export function openSqliteArchive(options: StoreWorkerData): Archive {
  const path = databasePath(options.directory);
  if (!existsSync(path)) throw new UserError(`There are no records in ${options.directory}.`);
  const database = openForReading(options);
  try {
    assertUpToDate(database);
    return createSqliteArchive(database, new KeyRing(sqliteStatements(database), options.masterKey));
  } catch (error) {
    database.close();
    throw error;
  }
}
