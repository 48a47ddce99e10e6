import { intoTable } from '../../sql/columns.ts';
import { postgresDialect } from '../../sql/dialect.ts';
import { numberParameters } from '../../sql/number-parameters.ts';
import type { Operation, SqlValue } from '../../sql/operation.ts';
import type { NumberedTable, RowValues, Statements } from '../../sql/statements.ts';
import { OneQuery } from './one-query.ts';

const firstOf = <Value>(sql: string, values: readonly SqlValue[], decode: (row: unknown) => Value) =>
  new OneQuery({ sql, values, isDeferred: false }, ({ rows }) =>
    rows.length === 0 ? null : decode(rows[0]),
  );

const allOf = <Value>(sql: string, values: readonly SqlValue[], decode: (row: unknown) => Value) =>
  new OneQuery({ sql, values, isDeferred: false }, ({ rows }) => rows.map(decode));

const countOf = (sql: string, values: readonly SqlValue[]) =>
  new OneQuery({ sql, values, isDeferred: false }, ({ changes }) => changes);

const send = (sql: string, values: readonly SqlValue[]) =>
  new OneQuery({ sql, values, isDeferred: true }, () => undefined);

/** Numbers are drawn by the thousand, so that an insert does not wait for its own. */
const drawnAtOnce = 1000;
const drawSql = "SELECT nextval('row_numbers') AS first";

/** Draws numbers for rows of any table: none is drawn twice, and those of a transaction that fails are lost. */
function createNumbers() {
  let next = 0;
  let end = 0;
  return function* draw(): Operation<number> {
    if (next === end) {
      const drawn = yield* firstOf(drawSql, [], (row) => row as { readonly first: number });
      if (drawn === null) throw new Error('no numbers were drawn');
      // A number that another operation has drawn in the meantime is as good.
      next = drawn.first;
      end = drawn.first + drawnAtOnce;
    }
    next += 1;
    return next - 1;
  };
}

function prepareNamed<Row extends RowValues<Row>>(named: string) {
  const { sql, names } = numberParameters(named, '$');
  return { sql, valuesOf: (row: Row): SqlValue[] => names.map((name) => row[name as keyof Row]) };
}

/** Statements that are sent over a connection by the driver of an operation; one set for each database. */
export function createPostgresStatements(): Statements {
  const drawNumber = createNumbers();
  return {
    dialect: postgresDialect,
    read<Row, Value>(marked: string, decode?: (row: Row) => Value) {
      const { sql } = numberParameters(marked, '$');
      const toValue = (row: unknown) => (decode === undefined ? (row as Value) : decode(row as Row));
      return {
        first: (...values: readonly SqlValue[]) => firstOf(sql, values, toValue),
        all: (...values: readonly SqlValue[]) => allOf(sql, values, toValue),
      };
    },
    change(marked) {
      const { sql } = numberParameters(marked, '$');
      return { run: (...values) => countOf(sql, values), put: (...values) => send(sql, values) };
    },
    write<Row extends RowValues<Row>>(named: string) {
      const { sql, valuesOf } = prepareNamed<Row>(named);
      return {
        run: (row: Row) => countOf(sql, valuesOf(row)),
        put: (row: Row) => send(sql, valuesOf(row)),
      };
    },
    insertNumbered<Row extends RowValues<Row>>({ table, number, columns }: NumberedTable) {
      const { sql, valuesOf } = prepareNamed<Row>(`INSERT ${intoTable(table, [number, ...columns])}`);
      return {
        *put(row: Row): Operation<number> {
          const drawn = yield* drawNumber();
          yield* send(sql, valuesOf({ ...row, [number]: drawn }));
          return drawn;
        },
      };
    },
  };
}
