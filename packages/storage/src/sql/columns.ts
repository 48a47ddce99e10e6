/** Names of the columns that a row has: its keys. */
export type ColumnNames<Row> = ReadonlyArray<keyof Row & string>;

/** What a SELECT names, of one of several tables. */
export function selectFrom(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ');
}

/** What is stored in some columns instead of the parameter of the same name. */
type Expressions = Readonly<Record<string, string>>;

/** The part of an INSERT that names its columns, with a parameter of the same name for each. */
export function intoTable(table: string, columns: readonly string[], expressions: Expressions = {}): string {
  const values = columns.map((column) => expressions[column] ?? `:${column}`);
  return `INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`;
}

/** What an UPDATE sets, with a parameter of the same name for each column. */
export function setColumns(columns: readonly string[], expressions: Expressions = {}): string {
  return columns.map((column) => `${column} = ${expressions[column] ?? `:${column}`}`).join(', ');
}

/** What an upsert sets: each column to what was to be inserted. */
export function setExcluded(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(', ');
}
