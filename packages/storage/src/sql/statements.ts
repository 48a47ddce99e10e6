import type { Dialect } from './dialect.ts';
import type { Operation, SqlValue } from './operation.ts';

export type RowValues<Row> = { readonly [Column in keyof Row]: SqlValue };

/** A query that answers with rows, whose keys are the columns that it names. */
export interface Read<Row> {
  first(...values: readonly SqlValue[]): Operation<Row | null>;
  all(...values: readonly SqlValue[]): Operation<Row[]>;
}

/** A statement with parameters by position (`?`, or `?2` for the second), which changes rows. */
export interface Change {
  /** How many rows were changed. */
  run(...values: readonly SqlValue[]): Operation<number>;
  /** For a caller that does not need to know: over a connection, it does not wait either. */
  put(...values: readonly SqlValue[]): Operation<void>;
}

/** A statement whose parameters (`:name`) are the keys of a row. */
export interface Write<Row> {
  run(row: Row): Operation<number>;
  put(row: Row): Operation<void>;
}

/** A table whose rows get a number when they are inserted. */
export interface NumberedTable {
  readonly table: string;
  /** The column of the number. */
  readonly number: string;
  readonly columns: readonly string[];
}

interface NumberedInsert<Row> {
  /** The number. Properties of the row that are not columns are left out. */
  put(row: Row): Operation<number>;
}

/** Prepares statements for one engine. Their SQL is what both engines understand. */
export interface Statements {
  readonly dialect: Dialect;
  read<Row>(sql: string): Read<Row>;
  /** What a caller gets of each row. */
  read<Row, Value>(sql: string, decode: (row: Row) => Value): Read<Value>;
  change(sql: string): Change;
  write<Row extends RowValues<Row>>(sql: string): Write<Row>;
  insertNumbered<Row extends RowValues<Row>>(table: NumberedTable): NumberedInsert<Row>;
}
