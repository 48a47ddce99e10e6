import type { DatabaseSync } from 'node:sqlite';
import type { SqlValue } from './worker-protocol.ts';

export interface Read<Columns> {
  first(...parameters: readonly SqlValue[]): Columns | null;
  all(...parameters: readonly SqlValue[]): Columns[];
}

/** Prepares queries that answer with flat arrays, typed by the order of their columns. */
export function prepareReads(database: DatabaseSync) {
  return <Columns>(sql: string): Read<Columns> => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return {
      first: (...parameters) => (statement.get(...parameters) as Columns | undefined) ?? null,
      all: (...parameters) => statement.all(...parameters) as Columns[],
    };
  };
}
