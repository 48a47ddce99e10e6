import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitMsMax } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let port: number;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  port = Number(new URL(await service.app.listen()).port);
  key = await service.createKey(await service.createTenant('raw'));
});
afterAll(() => service.close());

/** Everything that the service sends to these bytes until it closes the connection. */
async function exchange(bytes: string, at = port): Promise<string> {
  return await new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(at, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    setTimeout(() => socket.destroy(), waitMsMax).unref();
  });
}

const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);

/** If it is read as a request of its own, its marker is on the log. */
const smuggled = 'GET /v1/smuggled HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
const headOf = (...headers: string[]) =>
  ['POST /v1/query HTTP/1.1', 'host: x', 'content-type: application/json', ...headers].join('\r\n');
const chunked = `0\r\n\r\n${smuggled}`;

describe('requests on whose length two readers could disagree', () => {
  const ambiguous: Readonly<Record<string, string>> = {
    'both lengths': `${headOf(`content-length: ${chunked.length}`, 'transfer-encoding: chunked')}\r\n\r\n${chunked}`,
    'both lengths, the other order': `${headOf('transfer-encoding: chunked', 'content-length: 3')}\r\n\r\n${chunked}`,
    'two lengths': `${headOf('content-length: 0', `content-length: ${smuggled.length}`)}\r\n\r\n${smuggled}`,
    'the same length twice': `${headOf('content-length: 0', 'content-length: 0')}\r\n\r\n${smuggled}`,
    'a list of lengths': `${headOf('content-length: 0, 0')}\r\n\r\n${smuggled}`,
    'a signed length': `${headOf('content-length: +0')}\r\n\r\n${smuggled}`,
    'a negative length': `${headOf('content-length: -1')}\r\n\r\n${smuggled}`,
    'a length in hexadecimal': `${headOf('content-length: 0x0')}\r\n\r\n${smuggled}`,
    'a length with a space in it': `${headOf('content-length: 1 0')}\r\n\r\n${smuggled}`,
    'an endless length': `${headOf(`content-length: ${'9'.repeat(30)}`)}\r\n\r\n${smuggled}`,
    'an unknown coding': `${headOf('transfer-encoding: xchunked')}\r\n\r\n${chunked}`,
    'a coding after chunked': `${headOf('transfer-encoding: chunked, identity')}\r\n\r\n${chunked}`,
    'two codings': `${headOf('transfer-encoding: chunked', 'transfer-encoding: identity')}\r\n\r\n${chunked}`,
    'chunked twice': `${headOf('transfer-encoding: chunked', 'transfer-encoding: chunked')}\r\n\r\n${chunked}`,
    'a coding in quotes': `${headOf('transfer-encoding: "chunked"')}\r\n\r\n${chunked}`,
    'a control character in a coding': `${headOf('transfer-encoding: \x0bchunked')}\r\n\r\n${chunked}`,
    'a space before the colon': `${headOf('transfer-encoding : chunked')}\r\n\r\n${chunked}`,
    'a folded header': `${headOf('x-folded: a\r\n b', 'content-length: 0')}\r\n\r\n${smuggled}`,
    'a folded coding': `${headOf('transfer-encoding:\r\n chunked')}\r\n\r\n${chunked}`,
    'a folded first header': `POST /v1/query HTTP/1.1\r\n host: x\r\n\r\n${smuggled}`,
    'lines that end in LF': `${headOf('content-length: 0').replaceAll('\r\n', '\n')}\n\n${smuggled}`,
    'one line that ends in LF': `${headOf('x-one: 1\ncontent-length: 0')}\r\n\r\n${smuggled}`,
    'a lone CR': `${headOf('x-one: 1\rcontent-length: 0')}\r\n\r\n${smuggled}`,
    'a zero byte': `${headOf('x-one: \0', 'content-length: 0')}\r\n\r\n${smuggled}`,
    'a chunk size that overflows': `${headOf('transfer-encoding: chunked')}\r\n\r\nffffffffffffffff1\r\n\r\n${smuggled}`,
    'a signed chunk size': `${headOf('transfer-encoding: chunked')}\r\n\r\n+0\r\n\r\n${smuggled}`,
    'a chunk size with a prefix': `${headOf('transfer-encoding: chunked')}\r\n\r\n0x0\r\n\r\n${smuggled}`,
    'a chunk that ends in LF': `${headOf('transfer-encoding: chunked')}\r\n\r\n0\n\n${smuggled}`,
    'a chunk that is longer than it says': `${headOf('transfer-encoding: chunked')}\r\n\r\n1\r\n{}\r\n0\r\n\r\n${smuggled}`,
    'a chunk extension with a line break': `${headOf('transfer-encoding: chunked')}\r\n\r\n0;a\nb\r\n\r\n${smuggled}`,
    'chunks in HTTP/1.0': `${headOf('transfer-encoding: chunked').replace('1.1', '1.0')}\r\n\r\n${chunked}`,
    'a version of its own': `${headOf('content-length: 0').replace('HTTP/1.1', 'HTTP/1.9')}\r\n\r\n${smuggled}`,
    'no version': `GET /healthz\r\n\r\n${smuggled}`,
    'two hosts': `GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close\r\n\r\n${smuggled}`,
  };

  it.each(Object.entries(ambiguous))(
    'are refused, and the rest is not read as a request: %s',
    async (_, bytes) => {
      const answer = await exchange(bytes);
      const [status, ...more] = statusesOf(answer);
      expect(answer).toContain('application/problem+json');
      // What is wrong with a body may show only after its head was refused for another reason.
      expect([['400'], ['401']]).toContainEqual([status, ...more]);
      expect(answer).not.toContain('/v1/smuggled');
    },
  );
});

describe('the answer to a request', () => {
  it('reaches a client that sends all of a body that is too large before it reads', async () => {
    const size = 8 * 1024 * 1024;
    const head = headOf(`authorization: Bearer ${key}`, `content-length: ${size}`);
    const { answer, sent } = await sendThenRead(`${head}\r\n\r\n`, Buffer.alloc(size, ' '));
    expect(sent).toBe(head.length + 4 + size);
    expect(statusesOf(answer)).toEqual(['413']);
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  it('does not depend on the host, or on what a stranger says about a proxy', async () => {
    const headers = {
      ...{ host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      ...{ 'x-forwarded-for': '203.0.113.9', forwarded: 'host=evil.example', 'x-original-url': '/metrics' },
      ...{ 'x-forwarded-prefix': '/evil.example', 'x-http-method-override': 'DELETE' },
    };
    const operations = ['/healthz', '/openapi.json', '/docs', '/console', '/problems/not_found', '/nothing'];
    for (const path of [
      ...operations,
      '/v1/messages',
      '/v1/sign-in',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const response = await service.get(key, path, headers);
      expect(JSON.stringify(response.headers) + response.body, path).not.toContain('evil.example');
      expect(response.headers['set-cookie'], path).toBeUndefined();
    }
  });

  it('makes browsers come back over https, if that is the address of the service', async () => {
    const secure = await startTestService({
      beside: service,
      env: { AVOW_BASE_URL: 'https://answers.example' },
    });
    for (const path of ['/healthz', '/v1/messages', '/console', '/nothing'])
      expect((await secure.get(key, path)).headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.close();
    expect((await service.get(key, '/healthz')).headers).not.toHaveProperty('strict-transport-security');
  });

  it('keeps pages out of frames and their addresses to themselves, and repeats no request', async () => {
    const { headers } = await service.get('', '/console');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const traced = await exchange(
      `TRACE /healthz HTTP/1.1\r\nhost: x\r\nx-secret: echoed\r\nconnection: close\r\n\r\n`,
    );
    expect(statusesOf(traced)).toEqual(['405']);
    expect(traced).not.toContain('echoed');
  });

  it('has no line that a client has written', async () => {
    for (const path of [
      '/v1/messages/a%0d%0aset-cookie:%20x=1',
      '/console/%0d%0ax: y',
      '/v1/log/tile/%0d%0ax',
    ]) {
      const response = await service.get(key, path);
      expect(Object.keys(response.headers)).not.toContain('set-cookie');
    }
    const id = { 'x-request-id': 'evil' };
    expect((await service.get(key, '/healthz', id)).headers['x-request-id']).toMatch(/^req_/);
  });
});

describe('slow clients', () => {
  let slow: TestService;
  let slowPort: number;

  beforeAll(async () => {
    slow = await startTestService({ beside: service });
    Object.assign(slow.app.http.server, { headersTimeout: 200, requestTimeout: 400 });
    slowPort = Number(new URL(await slow.app.listen()).port);
  });
  afterAll(() => slow.close());

  /** Sends a piece every 50 ms until the service closes the connection. */
  async function drip(first: string, piece: string): Promise<string> {
    return await new Promise((resolve) => {
      let text = '';
      const socket = connect(slowPort, '127.0.0.1', () => socket.write(first));
      const timer = setInterval(() => socket.write(piece), 50);
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        resolve(text);
      });
    });
  }

  it('are cut off if the headers, the body or anything at all does not arrive in time', async () => {
    const head = headOf(`authorization: Bearer ${key}`, 'content-length: 500000');
    const answers = await Promise.all([
      drip('GET /healthz HTTP/1.1\r\n', 'x-a: b\r\n'),
      drip(`${head}\r\n\r\n`, ' '),
      drip('', ''),
    ]);
    expect(answers.map(statusesOf)).toEqual([['408'], ['408'], ['408']]);
  });

  it('are cut off if they do not read, and take little memory until then', async () => {
    const connections = () =>
      new Promise<number>((resolve) => slow.app.http.server.getConnections((_, count) => resolve(count)));
    await service.get('', '/openapi.json');
    const before = process.memoryUsage().arrayBuffers;
    slow.app.http.server.setTimeout(500);
    const socket = connect(slowPort, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    // Far more than the buffers of the system hold.
    socket.write('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(60));
    await expect.poll(connections).toBe(1);
    await sleep(200);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
    await expect.poll(connections, { interval: 100 }).toBe(0);
    socket.destroy();
  });

  it('are cut off if they send far more requests than they read answers', async () => {
    const pieces = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_000);
    expect(statusesOf(await exchange(pieces)).length).toBeLessThan(100);
  });
});

/** As Python's `http.client` does. */
async function sendThenRead(head: string, body: Buffer): Promise<{ answer: string; sent: number }> {
  const socket = connect(port, '127.0.0.1');
  const faults: Error[] = [];
  socket.on('error', (error) => faults.push(error));
  socket.pause();
  await new Promise((resolve) => socket.write(head, resolve));
  await new Promise((resolve) => socket.write(body, resolve));
  expect(faults).toEqual([]);
  // What was sent has left this process, but may still be on its way.
  await sleep(100);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(faults).toEqual([]);
  return { answer, sent: socket.bytesWritten };
}
