import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

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

  it('show problems to the page as well', async () => {
    const refused = await service.get('avw_live_wrong', '/v1/messages', { origin: app });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, app]);
    const unknown = await service.get(key, '/v1/nothing', { origin: app });
    expect([unknown.statusCode, unknown.headers['access-control-allow-origin']]).toEqual([404, app]);
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
