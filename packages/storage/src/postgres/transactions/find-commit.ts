import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { Connection } from '../connection/connection.ts';
import type { CommitName } from './transactions.ts';

const askedAgainMs = 250;
const askedForMs = 15_000;

/** `invalid_parameter_value`: the server has not come to this number yet, so that a crash has undone what had it. */
const inTheFutureCode = '22023';

/**
 * What became of a transaction whose COMMIT was sent and not answered. The server remembers recent transactions; as long as
 * it has not noticed that the connection is gone, the transaction may still be in progress. `unknown`: nobody answered in
 * time, or the server has crashed. After a crash it gives the numbers of transactions that it lost to others, so that a
 * commit under the same number may be somebody else's; that nothing was committed under it is still true.
 */
export async function findCommit(
  url: string,
  commit: CommitName,
): Promise<'committed' | 'aborted' | 'unknown'> {
  for (let waitedMs = 0; waitedMs < askedForMs; waitedMs += askedAgainMs) {
    const found = await readStatus(url, commit).catch(ifInTheFuture);
    if (found?.status === 'aborted') return 'aborted';
    if (found?.status === 'committed')
      return commit.epoch !== null && found.epoch === commit.epoch ? 'committed' : 'unknown';
    await sleep(askedAgainMs);
  }
  return 'unknown';
}

interface FoundStatus {
  readonly status: unknown;
  readonly epoch: unknown;
}

function ifInTheFuture(error: unknown): FoundStatus | null {
  const isLost = error instanceof DatabaseError && error.code === inTheFutureCode;
  return isLost ? { status: 'aborted', epoch: null } : null;
}

async function readStatus(url: string, { transactionId }: CommitName): Promise<FoundStatus | null> {
  const connection = await Connection.open(url);
  try {
    const { rows } = await connection.query({
      sql: 'SELECT pg_xact_status($1::xid8) AS status, (SELECT epoch FROM crash_epoch) AS epoch',
      values: [transactionId],
    });
    return (rows[0] as FoundStatus | undefined) ?? null;
  } finally {
    await connection.close();
  }
}
