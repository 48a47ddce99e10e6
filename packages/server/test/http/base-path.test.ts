import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const baseUrl = 'https://example.org/help/avow';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_BASE_URL: `${baseUrl}/` } });
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, {
    scopes: ['query:write', 'messages:read', 'audit:read', 'content:manage'],
  });
  await service.loadPack(tenantId, officePack);
});
afterAll(() => service.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => service.get(key, path, headers);
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  service.app.http.inject({
    ...{ method: 'POST', url: path, payload: { prompt: 'Who approves travel?' } },
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

describe('a base address with a path', () => {
  it('[CON-6-24] is where the service is served, and so is the root behind a proxy that removes the path', async () => {
    for (const path of ['/help/avow', '']) {
      const answered = await ask(`${path}/v1/query`);
      expect([path, answered.statusCode]).toEqual([path, 200]);
      const { message_id: id } = answered.json();
      expect((await get(`${path}/v1/messages/${id}/audit`)).statusCode).toBe(200);
      expect((await get(`${path}/v1/messages?limit=1`)).json().data).toHaveLength(1);
      expect((await get(`${path}/healthz`)).statusCode).toBe(200);
    }
    for (const path of ['/help/avowal/v1/messages', '/help/v1/messages', '/help/avow/help/avow/v1/messages'])
      expect(problemOf(await get(path)).code, path).toBe('not_found');
  });

  it('[CON-6-17] [CON-6-24] is in the address of what was accepted or created', async () => {
    const accepted = await ask('/help/avow/v1/query', { prefer: 'respond-async' });
    expect(accepted.statusCode).toBe(202);
    expect(accepted.headers.location).toBe(`${baseUrl}/v1/messages/${accepted.json().message_id}`);
    expect((await get(new URL(String(accepted.headers.location)).pathname)).statusCode).toBe(200);
    const made = await service.app.http.inject({
      ...{ method: 'POST', url: '/help/avow/v1/content-packs', payload: { name: 'more' } },
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'one' },
    });
    expect(made.headers.location).toBe(`${baseUrl}/v1/content-packs/${made.json().id}`);
  });

  it('is in problem documents, in the description of the API and in redirects', async () => {
    const problem = problemOf(await get('/help/avow/v1/messages/none'));
    expect(problem).toMatchObject({
      type: `${baseUrl}/problems/not_found`,
      instance: '/help/avow/v1/messages/none',
    });
    expect((await get('/help/avow/problems/not_found')).statusCode).toBe(200);
    expect((await get('/help/avow/openapi.json')).json().servers).toEqual([{ url: baseUrl }]);
    const root = await get('/help/avow', { accept: 'text/html' });
    expect([root.statusCode, root.headers.location]).toEqual([302, '/help/avow/console']);
    expect((await get('/help/avow/')).json().openapi_url).toBe(`${baseUrl}/openapi.json`);
    const wrong = await service.app.http.inject({ method: 'DELETE', url: '/help/avow/v1/query' });
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });

  it('is where the console finds its files and the API', async () => {
    for (const page of ['/help/avow/console', '/help/avow/console/ask/msg_1', '/help/avow/docs']) {
      const { statusCode, body } = await get(page);
      expect([page, statusCode]).toEqual([page, 200]);
      expect(body).toContain('<meta name="avow-base" content="/help/avow"');
      const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) {
        expect(file.startsWith('/help/avow/console/'), file).toBe(true);
        const { pathname } = new URL(file, baseUrl);
        expect((await get(pathname)).statusCode, file).toBe(200);
      }
    }
  });
});
