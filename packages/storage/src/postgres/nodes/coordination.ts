import type { QueryResult, SqlValue } from '../../sql/operation.ts';
import { ConnectionPool } from '../connection/connection-pool.ts';
import { findCommit } from '../transactions/find-commit.ts';
import { LostCommit, writeOnce } from '../transactions/transactions.ts';

/** Statements by which nodes come to an agreement, each in a transaction of its own and apart from the records. */
export interface Coordination {
  readonly url: string;
  run(sql: string, ...values: readonly SqlValue[]): Promise<QueryResult>;
  close(): Promise<void>;
}

const connections = 2;

/** The time of the server in milliseconds: clocks of nodes are not compared. */
export const serverNowMs = 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)';

export function openCoordination(url: string): Coordination {
  const pool = new ConnectionPool(url, connections, () => null);
  return {
    url,
    async run(sql, ...values) {
      let result: QueryResult | null = null;
      try {
        return await pool.use(({ connection }) =>
          writeOnce(connection, null, async (pipeline) => {
            result = await pipeline.query({ sql, values });
            return result;
          }),
        );
      } catch (error) {
        if (!(error instanceof LostCommit)) throw error;
        const { commit } = error;
        if (result !== null && commit !== null && (await findCommit(url, commit)) === 'committed')
          return result;
        throw error.cause;
      }
    },
    close: () => pool.close(),
  };
}
