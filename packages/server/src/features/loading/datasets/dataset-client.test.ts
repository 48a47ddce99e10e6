import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createDatasetClient } from './dataset-client.ts';

let server: Server;
let host: string;
let requests = 0;
/** How many answers end before the length that they announce. */
let cutOff = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1;
    const body = JSON.stringify({ name: 'Rules' });
    response.writeHead(200, { 'content-length': body.length });
    if (requests > cutOff) return void response.end(body);
    response.write(body.slice(0, 5), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => void server.close());

const read = () =>
  createDatasetClient({ url: `http://${host}/v1`, key: 'a-secret', waitMs: 1 }).json(
    '/datasets',
    z.object({ name: z.string() }),
  );

it('reads an answer again that is cut off', async () => {
  cutOff = 3;
  expect(await read()).toEqual({ name: 'Rules' });
  expect(requests).toBe(4);
});

it('says which answer is cut off each time', async () => {
  cutOff = Number.POSITIVE_INFINITY;
  const error = await read().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toContain(`${host}/v1/datasets was cut off before its end`);
  expect(String(error)).not.toContain('a-secret');
  expect(requests).toBe(4);
});
