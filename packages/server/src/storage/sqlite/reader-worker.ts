import { KeyRing } from '@avow/storage/sealing';
import {
  openForReading,
  readGroup,
  type StoreWorkerData,
  serveCalls,
  sqliteStatements,
} from '@avow/storage/threads';
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
