/** The part of an INSERT that names its columns, the tenant first, with a place for each. */
export function intoTable(table: string, columns: string): string {
  return `INTO ${table} (tenant_id, ${columns}) VALUES (?, ${columns.replaceAll(/\w+/g, '?')})`;
}
