import { expect, it } from 'vitest';
import { mergeInserts } from './merge-inserts.ts';

const tables = ['threads', 'messages', 'logs'];

const message = (id: string) => ({
  sql: 'INSERT INTO messages (tenant_id, message_id) VALUES ($1, $2)',
  values: ['ten', id],
});
const thread = (id: string) => ({
  sql: 'INSERT INTO threads (tenant_id, thread_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
  values: ['ten', id],
});
const spend = {
  sql: 'INSERT INTO model_spending (tenant_id, day) VALUES ($1, $2) ON CONFLICT (tenant_id) DO UPDATE SET day = excluded.day',
  values: ['ten', 'a day'],
};
const update = { sql: 'UPDATE idempotency SET finished = 1 WHERE key = $1', values: ['key'] };

it('sends rows of a table together, in the order in which tables refer to each other', () => {
  const queries = [message('1'), spend, thread('a'), update, message('2'), thread('b'), message('3')];
  const merged = mergeInserts(queries, tables);
  expect(merged).toEqual([
    {
      sql: 'INSERT INTO threads (tenant_id, thread_id) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING',
      values: ['ten', 'a', 'ten', 'b'],
    },
    {
      sql: 'INSERT INTO messages (tenant_id, message_id) VALUES ($1, $2), ($3, $4)',
      values: ['ten', '1', 'ten', '2'],
    },
    message('3'),
    spend,
    update,
  ]);
});

it('keeps every row, whatever their number is', () => {
  for (const count of [0, 1, 5, 127, 128, 300]) {
    const rows = Array.from({ length: count }, (_, index) => message(String(index)));
    const merged = mergeInserts(rows, tables);
    expect(merged.flatMap(({ values }) => values)).toEqual(rows.flatMap(({ values }) => values));
    expect(merged.length).toBeLessThanOrEqual(10);
  }
});

it('numbers the parameters of each row in its own order, also within a query for one value', () => {
  const sql = 'INSERT INTO logs (tenant_id, size) VALUES ($2, coalesce((SELECT 1 WHERE $2 = $1), 0) + $1)';
  expect(
    mergeInserts(
      [1, 2].map((size) => ({ sql, values: [size, 'ten'] })),
      tables,
    ),
  ).toEqual([
    {
      sql: 'INSERT INTO logs (tenant_id, size) VALUES ($2, coalesce((SELECT 1 WHERE $2 = $1), 0) + $1), ($4, coalesce((SELECT 1 WHERE $4 = $3), 0) + $3)',
      values: [1, 'ten', 2, 'ten'],
    },
  ]);
});

it('leaves alone what is not an insert of one row', () => {
  const odd = {
    sql: 'INSERT INTO logs (tenant_id) VALUES ($1) ON CONFLICT (tenant_id) DO UPDATE SET size = (1)',
    values: ['ten'],
  };
  expect(mergeInserts([odd, odd], tables)).toEqual([odd, odd]);
});
