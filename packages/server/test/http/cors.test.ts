import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

const app = 'https://app.example.com';
let service: TestService;
let open: TestService;
let closed: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_CORS_ORIGINS: `${app}, http://localhost:5173` } });
  open = await startTestService({ beside: service, env: { AVOW_CORS_ORIGINS: '*' } });
  closed = await startTestService({ beside: service });
  key = await service.createKey(await service.createTenant('office'));
});
afterAll(async () => {
  await closed.close();
  await open.close();
  await service.close();
});

const preflight = (of: TestService, origin: string, method = 'GET', url = '/v1/messages') =>
  of.app.http.inject({
    ...{ method: 'OPTIONS', url },
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    },
  });

describe('requests from pages of other origins', () => {
  it('are off by default', async () => {
    const headers = { origin: app };
    for (const response of [await preflight(closed, app), await closed.get(key, '/v1/messages', headers)])
      expect(Object.keys(response.headers).filter((name) => /^access-control-|^vary$/.test(name))).toEqual(
        [],
      );
    const asked = await preflight(closed, app, 'POST', '/v1/query');
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('are allowed from configured origins, without cookies', async () => {
    const asked = await preflight(service, app);
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': expect.stringContaining('Authorization, Content-Type, Idempotency-Key'),
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
    const listed = await service.get(key, '/v1/messages', { origin: app });
    expect(listed.headers).toMatchObject({ 'access-control-allow-origin': app, vary: 'Origin' });
    for (const { headers } of [asked, listed])
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('are allowed as the guide sets it up', async () => {
    const guide = readFileSync(
      new URL('../../../../docs/guide/keys-and-tenants.md', import.meta.url),
      'utf8',
    );
    const [, origins = ''] = /^AVOW_CORS_ORIGINS=(\S+)$/m.exec(guide) ?? [];
    const documented = await startTestService({ beside: service, env: { AVOW_CORS_ORIGINS: origins } });
    for (const origin of origins.split(','))
      expect((await preflight(documented, origin)).headers['access-control-allow-origin']).toBe(origin);
    expect((await preflight(documented, app)).headers).not.toHaveProperty('access-control-allow-origin');
    await documented.close();
  });

  it('show problems to the page as well', async () => {
    const refused = await service.get('avw_live_wrong', '/v1/messages', { origin: app });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, app]);
    const unknown = await service.get(key, '/v1/nothing', { origin: app });
    expect([unknown.statusCode, unknown.headers['access-control-allow-origin']]).toEqual([404, app]);
  });

  it('show refusals of every kind, before and after the key is known', async () => {
    const limited = await startTestService({
      ...{
        beside: service,
        env: { AVOW_CORS_ORIGINS: app, AVOW_QUERY_BURST: '1', AVOW_QUERY_RATE_PER_MINUTE: '1' },
      },
    });
    const ask = (of: TestService, prompt: string, headers = {}) =>
      of.post(key, { prompt }, { origin: app, ...headers });
    const refused = [
      await service.post('', { prompt: 'Why?' }, { origin: app }),
      await ask(service, 'x'.repeat(600_000)),
      await ask(service, 'Why?', { 'content-type': 'text/plain' }),
      await service.get(key, `/v1/messages?cursor=${'x'.repeat(3000)}`, { origin: app }),
      ...[await ask(limited, 'Why?'), await ask(limited, 'Why?')].slice(1),
    ];
    await limited.close();
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 413, 415, 414, 429]);
    for (const { headers } of refused) {
      expect(headers['access-control-allow-origin']).toBe(app);
      expect(headers['access-control-expose-headers']).toContain('Retry-After, WWW-Authenticate');
    }
  });

  it('show what is refused before a route is looked for', async () => {
    for (const [url, code] of [
      ['/v1/messages/%E0%A4%A', 'not_found'],
      ['/%', 'not_found'],
      [`/v1/messages?x=${'a'.repeat(3000)}`, 'uri_too_long'],
      [`/v1/messages/${'a'.repeat(5000)}`, 'uri_too_long'],
    ] as const) {
      const refused = await service.get(key, url, { origin: app });
      expect(problemOf(refused).code, url.slice(0, 40)).toBe(code);
      expect(refused.headers).toMatchObject({ 'access-control-allow-origin': app, vary: 'Origin' });
      const stranger = await service.get(key, url, { origin: 'https://other.example.com' });
      expect(stranger.headers).not.toHaveProperty('access-control-allow-origin');
      expect((await closed.get(key, url, { origin: app })).headers).not.toHaveProperty('vary');
    }
  });

  it('reach agents’ endpoint as well', async () => {
    const call = (of: TestService, origin: string) =>
      of.app.http.inject({
        ...{ method: 'POST', url: '/mcp', payload: { jsonrpc: '2.0', id: 1, method: 'ping' } },
        headers: {
          ...{ authorization: `Bearer ${key}`, host: 'localhost', origin },
          accept: 'application/json, text/event-stream',
        },
      });
    expect((await preflight(service, app, 'POST', '/mcp')).headers).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-headers': expect.stringContaining('MCP-Protocol-Version'),
    });
    const called = await call(service, app);
    expect([called.statusCode, called.headers['access-control-allow-origin']]).toEqual([200, app]);
    expect((await call(open, 'https://any.example')).statusCode).toBe(200);
    expect((await call(service, 'https://evil.example')).statusCode).toBe(403);
    expect((await call(closed, app)).statusCode).toBe(403);
  });

  it('are not allowed from other origins, and caches learn that it depends', async () => {
    for (const origin of ['https://evil.example', 'null', `${app}.evil.example`, 'https://APP.example.com']) {
      const listed = await service.get(key, '/v1/messages', { origin });
      expect(listed.headers).not.toHaveProperty('access-control-allow-origin');
      expect(listed.headers['vary']).toBe('Origin');
      expect((await preflight(service, origin)).headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect((await service.get(key, '/v1/messages')).headers['vary']).toBe('Origin');
  });

  it('are allowed from any origin if the operator says so, and still without cookies', async () => {
    const listed = await open.get(key, '/v1/messages', { origin: 'https://any.example' });
    expect(listed.headers['access-control-allow-origin']).toBe('*');
    expect(listed.headers).not.toHaveProperty('access-control-allow-credentials');
    expect((await preflight(open, 'https://any.example')).headers['access-control-allow-origin']).toBe('*');
  });

  it('have a plain OPTIONS request answered as before', async () => {
    const asked = await service.app.http.inject({ method: 'OPTIONS', url: '/v1/messages' });
    expect([asked.statusCode, asked.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});
