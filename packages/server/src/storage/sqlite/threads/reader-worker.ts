import { KeyRing } from '../../keys/key-ring.ts';
import { openForReading, type StoreWorkerData } from '../open-database.ts';
import { sqliteStatements } from '../sqlite-statements.ts';
import { describeFailure, failAll, performCall } from './group-commit.ts';
import { createReadOperations } from './read-operations.ts';
import { serveCalls } from './serve-calls.ts';
import type { Failure } from './worker-protocol.ts';

/** Bounds how long one snapshot lasts, which keeps the WAL from being emptied. */
const groupMax = 64;

serveCalls((data) => {
  const options = data as StoreWorkerData;
  const database = openForReading(options);
  const operations = createReadOperations(
    database,
    new KeyRing(sqliteStatements(database), options.masterKey),
  );
  return {
    groupMax,
    /** One snapshot for the group, taken after all its calls arrived: each sees what was committed before it was made. */
    run(calls) {
      const values: unknown[] = [];
      const failures: Array<readonly [number, Failure]> = [];
      try {
        database.exec('BEGIN');
      } catch (error) {
        return failAll(calls, describeFailure(error));
      }
      for (const [position, call] of calls.entries()) {
        try {
          values.push(performCall(operations, call));
        } catch (error) {
          values.push(null);
          failures.push([position, describeFailure(error)]);
        }
      }
      if (database.isTransaction) database.exec('ROLLBACK');
      return { values, failures };
    },
    close: () => database.close(),
  };
});
