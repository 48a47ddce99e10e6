import type { Query } from '../sql/operation.ts';
import { sharedTables } from './schema/migrations.ts';

type Statement = Pick<Query, 'sql' | 'values'>;

/** Each table comes after those that it refers to. */
const tableOrder = new Map(
  [...sharedTables.matchAll(/CREATE TABLE (\w+)/g)].map(([, table = ''], position) => [table, position]),
);

interface Insert {
  readonly table: string;
  readonly head: string;
  readonly columnCount: number;
  readonly tail: string;
}

const insertPattern = /^(INSERT INTO (\w+) \([^)]*\) VALUES )\(([^()]*)\)( ON CONFLICT DO NOTHING)?$/;
const known = new Map<string, Insert | null>();

/** Null: not an insert of one row, whose parameters are its columns in order. */
function parseInsert(sql: string): Insert | null {
  const [, head = '', table = '', parameters = '', tail = ''] = insertPattern.exec(sql) ?? [];
  const names = parameters.split(', ');
  const isInOrder = names.every((name, position) => name === `$${position + 1}`);
  return head === '' || !isInOrder ? null : { table, head, columnCount: names.length, tail };
}

function findInsert(sql: string): Insert | null {
  const found = known.get(sql);
  if (found !== undefined) return found;
  const insert = parseInsert(sql);
  known.set(sql, insert);
  return insert;
}

const texts = new Map<string, string>();

function textFor(sql: string, { head, columnCount, tail }: Insert, rowCount: number): string {
  const name = `${rowCount} ${sql}`;
  const found = texts.get(name);
  if (found !== undefined) return found;
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const parameters = Array.from(
      { length: columnCount },
      (_, column) => `$${row * columnCount + column + 1}`,
    );
    return `(${parameters.join(', ')})`;
  });
  const text = `${head}${rows.join(', ')}${tail}`;
  texts.set(name, text);
  return text;
}

/** Rows of one statement: powers of two, so that there are few statements to prepare. */
const rowsMax = 128;

function* rowCounts(total: number): Generator<number> {
  for (let size = rowsMax, left = total; left > 0; size /= 2) {
    for (; left >= size; left -= size) yield size;
  }
}

/**
 * The same rows with fewer statements: inserts into a table are sent together, and before everything else. Only for
 * statements that may be sent in this order.
 */
export function mergeInserts(queries: readonly Statement[]): Statement[] {
  const inserts = new Map<string, { readonly insert: Insert; readonly rows: Statement[] }>();
  const others: Statement[] = [];
  for (const query of queries) {
    const insert = findInsert(query.sql);
    if (insert === null) {
      others.push(query);
      continue;
    }
    const gathered = inserts.get(query.sql) ?? { insert, rows: [] };
    inserts.set(query.sql, gathered);
    gathered.rows.push(query);
  }
  const inOrder = [...inserts].toSorted(([, one], [, other]) => orderOf(one.insert) - orderOf(other.insert));
  const merged = inOrder.flatMap(([sql, { insert, rows }]) => {
    let start = 0;
    return [...rowCounts(rows.length)].map((count) => {
      const values = rows.slice(start, start + count).flatMap((row) => row.values);
      start += count;
      return { sql: textFor(sql, insert, count), values };
    });
  });
  return [...merged, ...others];
}

const orderOf = ({ table }: Insert) => tableOrder.get(table) ?? tableOrder.size;
