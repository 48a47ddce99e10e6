import { KeyRing } from '../../keys/key-ring.ts';
import { openForReading, type StoreWorkerData } from '../open-database.ts';
import { sqliteStatements } from '../sqlite-statements.ts';
import { readGroup } from './read-group.ts';
import { serveCalls } from './serve-calls.ts';
import { createSqliteReads } from './sqlite-operations.ts';

/** Bounds how long one snapshot lasts, which keeps the WAL from being emptied. */
const groupMax = 64;

serveCalls((data) => {
  const options = data as StoreWorkerData;
  const database = openForReading(options);
  const operations = createSqliteReads(database, new KeyRing(sqliteStatements(database), options.masterKey));
  return {
    groupMax,
    run: (calls) => readGroup(database, operations, calls),
    close: () => database.close(),
  };
});
