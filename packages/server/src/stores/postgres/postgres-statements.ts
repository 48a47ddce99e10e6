import { numberParameters } from '../sql/number-parameters.ts';
import type { Operation, Query, QueryResult, SqlValue } from '../sql/operation.ts';
import type { RowValues, Statements } from '../sql/statements.ts';

function* ask(sql: string, values: readonly SqlValue[]): Operation<QueryResult> {
  return yield { sql, values, isDeferred: false };
}

function* firstOf<Row>(sql: string, values: readonly SqlValue[]): Operation<Row | null> {
  const { rows } = yield* ask(sql, values);
  return (rows[0] as Row | undefined) ?? null;
}

function* allOf<Row>(sql: string, values: readonly SqlValue[]): Operation<Row[]> {
  const { rows } = yield* ask(sql, values);
  return [...(rows as readonly Row[])];
}

function* countOf(sql: string, values: readonly SqlValue[]): Operation<number> {
  const { changes } = yield* ask(sql, values);
  return changes;
}

function* send(sql: string, values: readonly SqlValue[]): Generator<Query, void, QueryResult> {
  yield { sql, values, isDeferred: true };
}

/** Statements that ask whoever runs the operation to send them over a connection. */
export const postgresStatements: Statements = {
  read<Row>(marked: string) {
    const { sql } = numberParameters(marked, '$');
    return {
      first: (...values: readonly SqlValue[]) => firstOf<Row>(sql, values),
      all: (...values: readonly SqlValue[]) => allOf<Row>(sql, values),
    };
  },
  change(marked) {
    const { sql } = numberParameters(marked, '$');
    return {
      run: (...values) => countOf(sql, values),
      put: (...values) => send(sql, values),
    };
  },
  write<Row extends RowValues<Row>>(named: string) {
    const { sql, names } = numberParameters(named, '$');
    const valuesOf = (row: Row): SqlValue[] => names.map((name) => row[name as keyof Row]);
    return {
      run: (row: Row) => countOf(sql, valuesOf(row)),
      put: (row: Row) => send(sql, valuesOf(row)),
    };
  },
};
