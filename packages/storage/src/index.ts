/**
 * What a store does is written once, for SQLite and for PostgreSQL: tables are described, and operations are
 * generators that ask for statements, which an engine runs in a transaction. This entry has what tables and
 * operations are written with; it knows no table of its own but those of keys. The engines are at
 * `@avow/storage/sqlite` (with `@avow/storage/threads` for what runs in its threads) and
 * `@avow/storage/postgres` (with `@avow/storage/nodes` for what nodes agree by), the encryption of what is
 * stored at `@avow/storage/sealing`.
 */

// Describing tables.

export {
  blob,
  choice,
  flag,
  integer,
  json,
  named,
  optional,
  owner,
  real,
  rowNumber,
  sequence,
  text,
} from './sql/column-types.ts';
export { defineTable, type Row, type TableDefinition } from './sql/define-table.ts';

// Writing statements.

export { assertPage } from './sql/assert-page.ts';
export { type ColumnNames, intoTable, selectFrom, setColumns, setExcluded } from './sql/columns.ts';
export { type Dialect, sqliteDialect } from './sql/dialect.ts';

// Operations, and who runs them.

export {
  bindForInstallation,
  bindForTenants,
  joinOperations,
  type OperationsFor,
} from './sql/bind-operations.ts';
export type { Channel } from './sql/channel.ts';
export { atOnce, done, type Operation, type QueryResult, type SqlValue } from './sql/operation.ts';
export type { Read, RowValues, Statements, Write } from './sql/statements.ts';
