import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SqlValue } from '../../sql/operation.ts';
import { openProxy } from '../test-support/open-proxy.ts';
import { startPostgres, type TestServer } from '../test-support/start-postgres.ts';
import { Connection } from './connection.ts';

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
  await server.ask(
    url,
    'CREATE TABLE things (id bigint PRIMARY KEY, body bytea); GRANT ALL ON things TO PUBLIC',
  );
});
afterAll(() => server.stop());

const put = (id: number, body: Uint8Array | null = null) => ({
  ...{ sql: 'INSERT INTO things VALUES ($1, $2)', values: [id, body], isDeferred: true },
});
const ask = (sql: string, ...values: readonly SqlValue[]) => ({ sql, values, isDeferred: false });
const count = ask('SELECT count(*) AS count FROM things');

it('commits everything in one round trip, and gives the rows that are asked for', async () => {
  const proxy = await openProxy(url);
  const connection = await Connection.open(proxy.url);
  const before = proxy.roundTrips();
  const read = ask('SELECT id, body, NULL AS none FROM things WHERE id < $1 ORDER BY id', 3);
  const results = await connection.transact([put(1, Uint8Array.of(1, 2)), put(2), read]);
  expect(proxy.roundTrips() - before).toBe(1);
  const rows = [
    { id: 1, body: Uint8Array.of(1, 2), none: null },
    { id: 2, body: null, none: null },
  ];
  expect(results[2]).toEqual({ rows, changes: 2 });
  // What a statement gives is asked for once, and remembered.
  expect(await connection.transact([read, ask('DELETE FROM things WHERE id < $1', 3)])).toEqual([
    { rows, changes: 2 },
    { rows: [], changes: 2 },
  ]);
  expect((await connection.query(read)).rows).toEqual([]);
  await connection.close();
  await proxy.close();
});

it('prepares a statement once, however it is sent', async () => {
  const connection = await Connection.open(url);
  const sent = [connection.query(count), connection.transact([count]), connection.query(count)];
  await expect(Promise.all(sent)).resolves.toHaveLength(3);
  await connection.close();
});

it('commits nothing if one statement fails', async () => {
  const connection = await Connection.open(url);
  await expect(connection.transact([put(10), put(10), put(11)])).rejects.toMatchObject({ code: '23505' });
  await connection.close();
  expect(await server.ask(url, 'SELECT id FROM things WHERE id >= 10')).toEqual([]);
});

it('rejects as lost what was sent on a connection that is cut', async () => {
  const proxy = await openProxy(url);
  const connection = await Connection.open(proxy.url);
  proxy.cutAt('INSERT INTO things', 'before');
  await expect(connection.transact([put(20)])).rejects.toMatchObject({ name: 'ConnectionLost' });
  await expect(connection.transact([put(21)])).rejects.toMatchObject({ name: 'ConnectionLost' });
  await proxy.close();
});
