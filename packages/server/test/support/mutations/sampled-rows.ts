import type { DatabaseSync } from 'node:sqlite';
import type { Cell } from './flip-bit.ts';
import type { Random } from './random.ts';

export type Row = Readonly<Record<string, Cell>>;

export function rowsOf(database: DatabaseSync, sql: string, ...values: (string | number)[]): Row[] {
  return database.prepare(sql).all(...values) as unknown as Row[];
}

/** An ended message that still exists, with its position in the log. */
export function anyMessage(database: DatabaseSync, random: Random, condition = '1'): Row | null {
  const rows = rowsOf(
    database,
    `SELECT messages.rowid AS row, messages.*, entry LIKE '["avow.leaf.v1"%' AS is_first
     FROM messages JOIN log_entries USING (tenant_id, leaf_index) WHERE ${condition}`,
  );
  return rows.length === 0 ? null : random.pick(rows);
}

export function anyRow(
  database: DatabaseSync,
  random: Random,
  sql: string,
  ...values: (string | number)[]
): Row | null {
  const rows = rowsOf(database, sql, ...values);
  return rows.length === 0 ? null : random.pick(rows);
}
