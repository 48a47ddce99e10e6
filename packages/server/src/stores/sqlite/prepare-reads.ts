import type { DatabaseSync } from 'node:sqlite';
import type { SqlValue } from './threads/worker-protocol.ts';

export interface Read<Row> {
  first(...parameters: readonly SqlValue[]): Row | null;
  all(...parameters: readonly SqlValue[]): Row[];
}

/** Prepares queries that answer with rows, whose keys are the columns that the query names. */
export function prepareReads(database: DatabaseSync) {
  return <Row>(sql: string): Read<Row> => {
    const statement = database.prepare(sql);
    return {
      first: (...parameters) => (statement.get(...parameters) as Row | undefined) ?? null,
      all: (...parameters) => statement.all(...parameters) as Row[],
    };
  };
}
