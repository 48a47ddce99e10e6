import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { Connection } from './connection.ts';

/** What poolers pass on; a connection that asks for anything else is refused by them. */
const accepted = ['user', 'database', 'application_name', 'client_encoding'];

it('asks for nothing at its start that a pooler in transaction mode refuses', async () => {
  const asked = Promise.withResolvers<Buffer>();
  const server = createServer((socket) => {
    socket.once('data', (chunk) => {
      asked.resolve(chunk);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is a port');
  await expect(Connection.open(`postgres://ada@127.0.0.1:${address.port}/avow`)).rejects.toThrow();
  // The length and the version of the protocol, then names and values.
  const parts = (await asked.promise).subarray(8).toString().split('\0').slice(0, -2);
  const names = parts.filter((_, position) => position % 2 === 0);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !accepted.includes(name))).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
});
