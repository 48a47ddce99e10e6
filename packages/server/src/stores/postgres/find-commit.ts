import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.ts';

const askedAgainMs = 250;
const askedForMs = 15_000;

/**
 * What became of a transaction whose COMMIT was sent and not answered. The server remembers recent transactions; as long as
 * it has not noticed that the connection is gone, the transaction may still be in progress. `unknown`: nobody answered in
 * time.
 */
export async function findCommit(
  url: string,
  transactionId: string,
): Promise<'committed' | 'aborted' | 'unknown'> {
  for (let waitedMs = 0; waitedMs < askedForMs; waitedMs += askedAgainMs) {
    const status = await readStatus(url, transactionId).catch(() => null);
    if (status === 'committed' || status === 'aborted') return status;
    await sleep(askedAgainMs);
  }
  return 'unknown';
}

async function readStatus(url: string, transactionId: string): Promise<unknown> {
  const connection = await Connection.open(url);
  try {
    const { rows } = await connection.query({
      sql: 'SELECT pg_xact_status($1::xid8) AS status',
      values: [transactionId],
    });
    return rows[0]?.status;
  } finally {
    await connection.close();
  }
}
