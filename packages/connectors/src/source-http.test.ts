import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAddressPolicy } from '@avow/documents/fetching';
import { afterEach, expect, it } from 'vitest';
import { createSourceHttp } from './source-http.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Notes the headers and the body of each request, and leads to `location` if there is one. */
async function start(location: string | null, status = 307) {
  const received: Array<{ readonly headers: IncomingHttpHeaders; readonly body: string }> = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(location === null || received.length > 1 ? 200 : status, {
        ...(location === null ? {} : { location }),
      });
      response.end();
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

const http = createSourceHttp({
  ...{ policy: createAddressPolicy(true), timeoutMs: 30_000, bytesMax: 1000 },
  sleep: async () => undefined,
});
const { signal } = new AbortController();
const headers = { authorization: 'Bearer a', Cookie: 'b', 'X-Amz-Security-Token': 'c', 'x-other': 'd' };
const secretsOf = (request?: { readonly headers: IncomingHttpHeaders }) =>
  ['authorization', 'cookie', 'x-amz-security-token', 'x-other'].map((name) => request?.headers[name]);

it('sends credentials to the first origin, and to no other that a redirect leads to', async () => {
  const other = await start(null);
  const first = await start(other.url);
  await http.request(first.url, { signal, headers });
  expect(secretsOf(first.received[0])).toEqual(['Bearer a', 'b', 'c', 'd']);
  expect(secretsOf(other.received[0])).toEqual([undefined, undefined, undefined, 'd']);
});

it('sends them on within the same origin', async () => {
  const first = await start('/elsewhere');
  await http.request(first.url, { signal, headers });
  expect(secretsOf(first.received[1])).toEqual(['Bearer a', 'b', 'c', 'd']);
});

it('does not follow a redirect with a body that is a secret', async () => {
  const other = await start(null);
  const first = await start(other.url);
  const { status } = await http.request(first.url, { signal, body: 'client_secret=a', isSecret: true });
  expect([status, other.received]).toEqual([307, []]);
});
