import type { DatabaseSync, SQLInputValue, StatementResultingChanges } from 'node:sqlite';

export type RowValues<Row> = { readonly [Column in keyof Row]: SQLInputValue };

export interface Write<Row> {
  run(row: Row): StatementResultingChanges;
}

/**
 * Prepares a statement whose parameters (`:name`) are the keys of a row. SQLite's own binding by name takes five times as
 * long as by position, on the path of every record: names become positions here, and nowhere else.
 */
export function prepareWrite<Row extends RowValues<Row>>(database: DatabaseSync, sql: string): Write<Row> {
  const names: Array<keyof Row & string> = [];
  const numbered = sql.replaceAll(/:(\w+)/g, (_, name: keyof Row & string) => {
    if (!names.includes(name)) names.push(name);
    return `?${names.indexOf(name) + 1}`;
  });
  const statement = database.prepare(numbered);
  // One list for all runs: a statement has copied the values when it returns.
  const values: SQLInputValue[] = names.map(() => null);
  return {
    run(row) {
      for (let position = 0; position < names.length; position += 1) {
        values[position] = row[names[position] as keyof Row];
      }
      return statement.run(...values);
    },
  };
}
