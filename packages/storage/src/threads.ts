/** SQLite where it runs: what its threads need, and no more, so that they start fast. */

// Opening and migrating.

export { migrateSqlite, readDatabaseVersion } from './sqlite/migrate.ts';
export {
  type DatabaseOptions,
  databasePath,
  openAlone,
  openForReading,
  openForWriting,
  type StoreWorkerData,
} from './sqlite/open-database.ts';
export { describeOpening, isBusy, isFull } from './sqlite/sqlite-faults.ts';

// Running operations.

export { sqliteStatements } from './sqlite/sqlite-statements.ts';
export { GroupCommit } from './sqlite/threads/group-commit.ts';
export { readGroup } from './sqlite/threads/read-group.ts';
export { serveCalls } from './sqlite/threads/serve-calls.ts';
export type { ThreadCall } from './sqlite/threads/worker-protocol.ts';
