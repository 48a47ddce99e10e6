import type { Query } from '../../sql/operation.ts';

type Statement = Pick<Query, 'sql' | 'values'>;

interface Insert {
  readonly table: string;
  readonly head: string;
  /** With its parentheses. */
  readonly row: string;
  readonly tail: string;
}

/** A row may contain a query for one value. */
const rowPattern = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const insertPattern = new RegExp(
  String.raw`^(INSERT INTO (\w+) \([^)]*\) VALUES )(${rowPattern})( ON CONFLICT DO NOTHING)?$`,
);
const known = new Map<string, Insert | null>();

/** Null: not an insert of one row. */
function parseInsert(sql: string): Insert | null {
  const [, head = '', table = '', row = '', tail = ''] = insertPattern.exec(sql) ?? [];
  return head === '' ? null : { table, head, row, tail };
}

function findInsert(sql: string): Insert | null {
  const found = known.get(sql);
  if (found !== undefined) return found;
  const insert = parseInsert(sql);
  known.set(sql, insert);
  return insert;
}

const texts = new Map<string, string>();

function textFor(
  sql: string,
  { head, row, tail }: Insert,
  counts: { readonly rows: number; readonly values: number },
): string {
  const name = `${counts.rows} ${sql}`;
  const found = texts.get(name);
  if (found !== undefined) return found;
  const rows = Array.from({ length: counts.rows }, (_, index) =>
    row.replaceAll(/\$(\d+)/g, (_found, number: string) => `$${index * counts.values + Number(number)}`),
  );
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
 * statements that may be sent in this order. Each of the tables comes after those that it refers to.
 */
export function mergeInserts(queries: readonly Statement[], tables: readonly string[]): Statement[] {
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
  const orderOf = ({ table }: Insert) => (tables.includes(table) ? tables.indexOf(table) : tables.length);
  const inOrder = [...inserts].toSorted(([, one], [, other]) => orderOf(one.insert) - orderOf(other.insert));
  const merged = inOrder.flatMap(([sql, { insert, rows }]) => {
    let start = 0;
    return [...rowCounts(rows.length)].map((count) => {
      const values = rows.slice(start, start + count).flatMap((row) => row.values);
      start += count;
      return { sql: textFor(sql, insert, { rows: count, values: values.length / count }), values };
    });
  });
  return [...merged, ...others];
}
