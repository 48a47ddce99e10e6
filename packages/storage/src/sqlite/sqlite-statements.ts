import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { intoTable } from '../sql/columns.ts';
import { sqliteDialect } from '../sql/dialect.ts';
import { numberParameters } from '../sql/number-parameters.ts';
import { done, type Operation } from '../sql/operation.ts';
import type { Change, NumberedTable, Read, RowValues, Statements, Write } from '../sql/statements.ts';

const nothing: Operation<void> = done(undefined);

function toRead<Row, Value>(statement: StatementSync, decode?: (row: Row) => Value): Read<Value> {
  if (decode === undefined)
    return {
      first: (...values) => done((statement.get(...values) as Value | undefined) ?? null),
      all: (...values) => done(statement.all(...values) as Value[]),
    };
  return {
    first(...values) {
      const row = statement.get(...values) as Row | undefined;
      return done(row === undefined ? null : decode(row));
    },
    all: (...values) => done((statement.all(...values) as Row[]).map((row) => decode(row))),
  };
}

function toChange(statement: StatementSync): Change {
  return {
    run: (...values) => done(Number(statement.run(...values).changes)),
    put(...values) {
      statement.run(...values);
      return nothing;
    },
  };
}

/**
 * SQLite's own binding by name takes five times as long as by position, on the path of every record: names become positions
 * when the statement is prepared.
 */
function prepareNamed<Row extends RowValues<Row>>(database: DatabaseSync, named: string) {
  const { sql, names } = numberParameters(named, '?');
  const statement = database.prepare(sql);
  const columns = names as ReadonlyArray<keyof Row & string>;
  // One list for all runs: a statement has copied the values when it returns.
  const values: SQLInputValue[] = columns.map(() => null);
  return (row: Row) => {
    for (let position = 0; position < columns.length; position += 1) {
      values[position] = row[columns[position] as keyof Row];
    }
    return statement.run(...values);
  };
}

function prepareWrite<Row extends RowValues<Row>>(database: DatabaseSync, named: string): Write<Row> {
  const run = prepareNamed<Row>(database, named);
  return {
    run: (row) => done(Number(run(row).changes)),
    put(row) {
      run(row);
      return nothing;
    },
  };
}

/** Statements that are over as soon as they are asked for: the writer and the reader each have a thread of their own. */
export function sqliteStatements(database: DatabaseSync): Statements {
  return {
    dialect: sqliteDialect,
    read: <Row, Value>(sql: string, decode?: (row: Row) => Value) =>
      toRead<Row, Value>(database.prepare(sql), decode),
    change: (sql) => toChange(database.prepare(sql)),
    write: (sql) => prepareWrite(database, sql),
    insertNumbered<Row extends RowValues<Row>>({ table, columns }: NumberedTable) {
      const insert = prepareNamed<Row>(database, `INSERT ${intoTable(table, columns)}`);
      return { put: (row: Row) => done(Number(insert(row).lastInsertRowid)) };
    },
  };
}
