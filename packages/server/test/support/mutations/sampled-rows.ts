import type { DatabaseSync } from 'node:sqlite';
import type { StoredCell } from './flip-bit.ts';
import type { SeededRandom } from './random.ts';

export type SampledRow = Readonly<Record<string, StoredCell>>;

export function sampleRows(
  database: DatabaseSync,
  sql: string,
  ...values: (string | number)[]
): SampledRow[] {
  return database.prepare(sql).all(...values) as unknown as SampledRow[];
}

/** An ended message that still exists, with its position in the log. */
export function anyMessage(database: DatabaseSync, random: SeededRandom, condition = '1'): SampledRow | null {
  const rows = sampleRows(
    database,
    `SELECT messages.rowid AS row, messages.*, entry LIKE '["avow.leaf.v1"%' AS is_first
     FROM messages JOIN log_entries USING (tenant_id, leaf_index) WHERE ${condition}`,
  );
  return rows.length === 0 ? null : random.pick(rows);
}

export function anyRow(
  database: DatabaseSync,
  random: SeededRandom,
  sql: string,
  ...values: (string | number)[]
): SampledRow | null {
  const rows = sampleRows(database, sql, ...values);
  return rows.length === 0 ? null : random.pick(rows);
}
