import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coordinationTables } from '../nodes/coordination-tables.ts';
import { migratePostgres } from '../schema/migrate.ts';
import { rolesSql } from '../schema/roles.ts';
import { startPostgres, type TestServer } from '../test-support/start-postgres.ts';
import { findCommit } from './find-commit.ts';
import type { CommitName } from './transactions.ts';

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
  await migratePostgres(url, [
    [rolesSql, coordinationTables, 'CREATE TABLE things AS SELECT 0 AS written'].join('\n'),
  ]);
});
afterAll(() => server.stop());

/** A transaction that changes something and ends like this; `null`: its connection is cut before. */
async function write(end: 'COMMIT' | 'ROLLBACK' | null): Promise<CommitName> {
  const client = new Client({ connectionString: server.asSuperuser(url) });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN; UPDATE things SET written = written + 1');
  const { rows } = await client.query(
    'SELECT pg_current_xact_id()::text AS id, (SELECT epoch FROM crash_epoch) AS epoch',
  );
  if (end === null) await server.crash();
  else await client.query(end);
  await client.end().catch(() => undefined);
  return { transactionId: rows[0].id, epoch: rows[0].epoch };
}

it('trusts a number of a transaction only until the server crashes, which gives it to another', async () => {
  const committed = await write('COMMIT');
  expect(await findCommit(url, committed)).toBe('committed');
  expect(await findCommit(url, await write('ROLLBACK'))).toBe('aborted');
  const lost = await write(null);
  await server.start();
  expect(await findCommit(url, lost)).toBe('aborted');
  // Somebody else gets the number now.
  for (
    let next = await write('COMMIT');
    next.transactionId !== lost.transactionId;
    next = await write('COMMIT')
  )
    if (BigInt(next.transactionId) > BigInt(lost.transactionId)) break;
  expect(await findCommit(url, lost)).not.toBe('committed');
  expect(await findCommit(url, committed)).toBe('unknown');
});
