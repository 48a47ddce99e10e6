import { recordTables } from '../schema/record-tables.ts';

/** Rows that SQLite finds by their numbers alone: whose they are is known from what refers to them. */
const ownersOf: Readonly<Record<string, { readonly number: string; readonly by: readonly string[] }>> = {
  record_secrets: { number: 'secret_no', by: ['messages'] },
  record_contents: { number: 'content_no', by: ['messages'] },
  lasting_secrets: { number: 'secret_no', by: ['holds', 'evaluations', 'webhook_endpoints', 'sources'] },
  document_texts: { number: 'row_id', by: ['documents'] },
};

/** Tables in an order in which each comes after those that it refers to. */
export const copiedTables: readonly string[] = recordTables.map(({ name }) => name);

/**
 * The rows of a table in SQLite with these columns. Numbered rows that nothing refers to were destroyed there, and are left
 * behind.
 */
export function selectRowsSql(table: string, columns: readonly string[]): string {
  const owners = ownersOf[table];
  if (owners === undefined) return `SELECT ${columns.join(', ')} FROM ${table}`;
  const { number, by } = owners;
  const owned = by.map((one) => `SELECT tenant_id, ${number} FROM ${one} WHERE ${number} IS NOT NULL`);
  return `SELECT ${columns.join(', ')} FROM (${owned.join(' UNION ALL ')}) JOIN ${table} USING (${number})`;
}
