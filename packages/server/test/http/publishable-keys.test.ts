import { operations } from '@avow/contract';
import { queryResponseSchema } from '@avow/contract/query';
import { apiKeySchema, issuedApiKeySchema } from '@avow/contract/testing/administration';
import type { PackId, TenantId } from '@avow/foundation';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/features/keys/keys.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const site = 'https://www.example.com';
const home = 'https://answers.example';
const elsewhere = 'https://evil.example';
const ada = 'ada_0123456789abcdefghijklmnopqrstuvwxyz';
const bob = 'bob_0123456789abcdefghijklmnopqrstuvwxyz';
const handbook = { 'pay.md': '# Sick pay\n\nSick pay is paid for six weeks.\n' };
const sickPay = { prompt: 'For how long is sick pay paid?' };
const canteen = { prompt: 'Where is the canteen?' };

let service: TestService;
let tenantId: TenantId;
let secretKey: string;
let key: string;
/** Time stands still unless a test moves it. */
let nowMs = Date.now();

beforeAll(async () => {
  const limits = { AVOW_PUBLISHABLE_BURST: '40', AVOW_VISITOR_BURST: '9', AVOW_VISITOR_RATE_PER_MINUTE: '6' };
  const env = { ...limits, AVOW_BASE_URL: home };
  service = await startTestService({ env, clock: { nowMs: () => nowMs } });
  tenantId = await service.createTenant('office');
  secretKey = await service.createKey(tenantId);
  await service.loadPack(tenantId, officePack);
  await service.loadPack(tenantId, handbook, 'handbook');
  key = await publishable([site]);
});
afterAll(() => service.close());

async function packNamed(name: string): Promise<PackId> {
  const pack = await service.data.store.content.findPackByName(tenantId, name);
  return pack?.packId ?? 'pack_';
}

async function publishable(origins: readonly string[], packs = ['pack']): Promise<string> {
  const parts = {
    access: service.data.store.access,
    pepper: service.data.pepper,
    clock: { nowMs: () => nowMs },
  };
  const packIds = await Promise.all(packs.map(packNamed));
  const rights = { scopes: ['query:write'], groups: [], origins, packIds } as const;
  const expiresAtMs = nowMs + 86_400_000;
  return (await createKey(parts, { tenantId, name: 'website', mode: 'live', ...rights, expiresAtMs })).text;
}

interface Visit {
  readonly visitor?: string | null;
  readonly origin?: string | null;
  readonly key?: string;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let addresses = 0;

/** From a page, each time from another address unless one is given. */
function send(method: 'GET' | 'POST', url: string, body: object | undefined, visit: Visit = {}) {
  const { visitor = ada, origin = site, address } = visit;
  addresses += 1;
  const request: InjectOptions = {
    ...{ method, url, remoteAddress: address ?? `10.0.${addresses >> 8}.${addresses & 255}` },
    headers: {
      authorization: `Bearer ${visit.key ?? key}`,
      ...(visitor === null ? {} : { 'visitor-token': visitor }),
      ...(origin === null ? {} : { origin }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...visit.headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
  return service.app.http.inject(request);
}

const ask = async (body: object, visit: Visit = {}) => {
  const response = await send('POST', '/v1/query', body, visit);
  expect(response.statusCode, response.body).toBe(200);
  return queryResponseSchema.parse(response.json());
};
const codeOf = async (sent: ReturnType<typeof send>) => problemOf(await sent).code;

describe('a publishable key', () => {
  it('asks from its pages, and the page may read the answer', async () => {
    expect(key).toMatch(/^avw_pub_/);
    const response = await send('POST', '/v1/query', canteen);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': site, vary: 'Origin' });
    expect(response.headers['access-control-expose-headers']).toContain('X-Request-Id');
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('is refused from any other page, and outside of browsers', async () => {
    const refused = await send('POST', '/v1/query', canteen, { origin: elsewhere });
    expect(problemOf(refused).code).toBe('origin_not_allowed');
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    for (const origin of [null, 'null', `${site}.evil.example`, 'http://www.example.com', `${site}:8443`])
      expect(await codeOf(send('POST', '/v1/query', canteen, { origin })), String(origin)).toBe(
        'origin_not_allowed',
      );
  });

  it('has a token for each visitor, which must be well formed with any other key too', async () => {
    for (const visitor of ['short', 'a'.repeat(129), `${'a'.repeat(31)}!`]) {
      expect(await codeOf(send('POST', '/v1/query', canteen, { visitor }))).toBe('invalid_header');
      expect(
        await codeOf(send('POST', '/v1/query', canteen, { visitor, key: secretKey, origin: null })),
      ).toBe('invalid_header');
    }
    await ask(canteen, { key: secretKey, origin: null });
  });

  it('is refused by every other operation, whatever the visitor sends', async () => {
    const others = Object.values(operations).filter(
      ({ scope, ...operation }) => scope !== null && !('publishable' in operation),
    );
    expect(others.length).toBeGreaterThan(100);
    for (const { method, path, operationId, ...operation } of others) {
      const url = path.replace(/\{\w+\}/g, 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y');
      const response = await send(method as 'GET', url, undefined);
      expect(response.statusCode, operationId).toBe(403);
      // Agents are not pages: their address is closed to pages of other origins before a key is looked at.
      const forKeys = operationId === 'callMcp' ? 'csrf_failed' : 'insufficient_scope';
      const code = 'session' in operation && operation.session ? 'session_required' : forKeys;
      expect(response.body, operationId).toContain(code);
    }
  });

  it('needs a token of the visitor that nobody guesses', async () => {
    for (const visitor of [null, '', 'ada', `${ada} `, 'x'.repeat(129)])
      expect(await codeOf(send('POST', '/v1/query', canteen, { visitor })), String(visitor)).toBe(
        'invalid_header',
      );
  });

  it('lets visitors read, follow and rate their own messages, and nobody else’s', async () => {
    const { message_id: id, thread_id: thread } = await ask(canteen);
    const { message_id: internal } = await service.ask(secretKey, canteen);
    const paths = [
      ['GET', `/v1/messages/${id}`],
      ['GET', `/v1/messages/${id}/events`],
    ] as const;
    for (const [method, path] of paths) {
      expect((await send(method, path, undefined)).statusCode).toBe(200);
      expect(await codeOf(send(method, path, undefined, { visitor: bob }))).toBe('not_found');
      expect(await codeOf(send(method, path.replace(id, internal), undefined))).toBe('not_found');
    }
    const feedback = (visit: Visit, message = id, body: object = { verdict: 'right' }) =>
      send('POST', `/v1/messages/${message}/feedback`, body, visit);
    expect((await feedback({})).statusCode).toBe(201);
    expect(await codeOf(feedback({ visitor: bob }))).toBe('not_found');
    expect(await codeOf(feedback({}, internal))).toBe('not_found');
    expect(await codeOf(feedback({}, id, { verdict: 'wrong', better_answer: 'Buy now!' }))).toBe(
      'validation_failed',
    );
    expect((await ask({ ...canteen, thread_id: thread })).thread_id).toBe(thread);
    const stolen = send('POST', '/v1/query', { ...canteen, thread_id: thread }, { visitor: bob });
    expect(await codeOf(stolen)).toBe('not_found');
  });

  it('keeps only a hash of the visitor token', async () => {
    const { message_id: id } = await ask(canteen);
    const record = (await service.get(secretKey, `/v1/messages/${id}/audit`)).json();
    expect(record.end_user_id).toMatch(/^visitor_[\w-]{43}$/);
    expect(JSON.stringify(record)).not.toContain(ada);
    expect(service.logText()).not.toContain(ada);
  });

  it('does not let one visitor replay or block the request of another', async () => {
    const headers = { 'idempotency-key': 'same' };
    const first = await ask(canteen, { headers });
    expect((await ask(canteen, { headers })).message_id).toBe(first.message_id);
    expect((await ask(canteen, { headers, visitor: bob })).message_id).not.toBe(first.message_id);
    const secret = await service.post(secretKey, { prompt: 'Who approves travel?' }, headers);
    expect(secret.statusCode).toBe(200);
  });

  it('asks for what everybody may see, as the visitor and nobody else', async () => {
    const shared = { thread_key: 'shop', thread_shared: true };
    for (const more of [{ groups: ['staff'] }, { end_user_id: 'ada' }, shared])
      expect(await codeOf(send('POST', '/v1/query', { ...canteen, ...more }))).toBe('validation_failed');
    const headers = { 'end-user-token': 'a.b.c' };
    expect(await codeOf(send('POST', '/v1/query', canteen, { headers }))).toBe('invalid_header');
  });

  it('is limited for each address, then for all together', async () => {
    const limited = await publishable([site]);
    const visit = { key: limited, address: '192.0.2.1' };
    for (let asked = 0; asked < 9; asked += 1) await ask(canteen, visit);
    const refused = await send('POST', '/v1/query', canteen, visit);
    expect(problemOf(refused)).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('address'),
    });
    expect(refused.headers['retry-after']).toBe('10');
    expect(refused.headers['access-control-allow-origin']).toBe(site);
    for (let asked = 0; asked < 31; asked += 1) await ask(canteen, { key: limited });
    expect(problemOf(await send('POST', '/v1/query', canteen, { key: limited })).detail).toContain(
      'This key',
    );
    expect((await service.post(secretKey, canteen)).statusCode).toBe(200);
  });

  it('answers from the packs that it is bound to, and from no other', async () => {
    const internal = await packNamed('handbook');
    expect((await service.ask(secretKey, sickPay)).answer).toContain('six weeks');
    expect((await ask(sickPay)).answer).not.toContain('six weeks');
    expect(await codeOf(send('POST', '/v1/query', { ...sickPay, content_pack_ids: [internal] }))).toBe(
      'not_found',
    );
    const both = await publishable([site], ['pack', 'handbook']);
    expect((await ask(sickPay, { key: both })).answer).toContain('six weeks');
    const narrowed = { ...canteen, content_pack_ids: [internal] };
    expect((await ask(narrowed, { key: both })).citations).toEqual([]);
  });

  it('asks nothing unless it is bound to a pack that is still there', async () => {
    const unbound = await publishable([site], []);
    const refused = problemOf(await send('POST', '/v1/query', canteen, { key: unbound }));
    expect(refused).toMatchObject({
      code: 'insufficient_scope',
      detail: expect.stringContaining('no content pack'),
    });
    await service.loadPack(tenantId, handbook, 'short-lived');
    const left = await publishable([site], ['short-lived']);
    expect((await ask(sickPay, { key: left })).answer).toContain('six weeks');
    await service.data.store.content.deletePack(tenantId, await packNamed('short-lived'));
    expect(await codeOf(send('POST', '/v1/query', sickPay, { key: left }))).toBe('insufficient_scope');
  });

  it('reads on the origin of the service itself, where browsers send no Origin header', async () => {
    const own = await publishable([home]);
    const { message_id: id } = await ask(canteen, { key: own, origin: home });
    const read = (from: string, as = own) =>
      send('GET', `/v1/messages/${id}`, undefined, {
        ...{ key: as, origin: null, headers: { 'sec-fetch-site': from } },
      });
    expect((await read('same-origin')).statusCode).toBe(200);
    for (const from of ['same-site', 'cross-site', 'none'])
      expect(await codeOf(read(from)), from).toBe('origin_not_allowed');
    expect(await codeOf(read('same-origin', key))).toBe('origin_not_allowed');
  });

  it('stops with its revocation, also for preflight requests', async () => {
    const short = await publishable(['https://short.example']);
    const preflight = () =>
      service.app.http.inject({
        ...{ method: 'OPTIONS', url: '/v1/query' },
        headers: { origin: 'https://short.example', 'access-control-request-method': 'POST' },
      });
    nowMs += 1000;
    expect((await preflight()).headers['access-control-allow-origin']).toBe('https://short.example');
    const rows = await service.data.store.access.listKeys(tenantId);
    const row = rows.find(({ publicId }) => short.includes(publicId));
    await service.data.store.access.revokeKey(tenantId, row?.keyId ?? 'key_', nowMs);
    nowMs += 1000;
    expect((await preflight()).headers).not.toHaveProperty('access-control-allow-origin');
    expect(
      await codeOf(send('POST', '/v1/query', canteen, { key: short, origin: 'https://short.example' })),
    ).toBe('key_revoked');
  });
});

describe('the creation of publishable keys', () => {
  const create = async (body: object) => {
    const manager = await service.createKey(tenantId, { scopes: ['keys:manage', 'query:write'] });
    return await service.app.http.inject({
      ...{ method: 'POST', url: '/v1/api-keys', payload: body },
      headers: { authorization: `Bearer ${manager}` },
    });
  };

  it('binds them to origins, and rotation keeps that', async () => {
    const origins = ['https://b.example', 'http://localhost:3000', 'https://b.example'];
    const { key: text, ...shown } = issuedApiKeySchema.parse(
      (await create({ name: 'site', origins, content_pack_ids: [await packNamed('pack')] })).json(),
    );
    expect(text).toMatch(/^avw_pub_/);
    expect(shown).toMatchObject({
      origins: ['http://localhost:3000', 'https://b.example'],
      scopes: ['query:write'],
    });
    expect((await ask(canteen, { key: text, origin: 'https://b.example' })).status).toBe('delivered');
    const manager = await service.createKey(tenantId, { scopes: ['keys:manage', 'query:write'] });
    const rotated = await service.app.http.inject({
      ...{
        method: 'POST',
        url: `/v1/api-keys/${shown.key_id}/rotate`,
        headers: { authorization: `Bearer ${manager}` },
      },
    });
    expect(issuedApiKeySchema.parse(rotated.json())).toMatchObject({
      ...{ origins: shown.origins, key: expect.stringMatching(/^avw_pub_/) },
    });
  });

  it('is bound to no pack unless the request names some, and can be bound later', async () => {
    const manager = await service.createKey(tenantId, { scopes: ['keys:manage', 'query:write'] });
    const packId = await packNamed('pack');
    const change = (keyId: string, payload: object) =>
      service.app.http.inject({
        ...{ method: 'PATCH', url: `/v1/api-keys/${keyId}`, payload },
        headers: { authorization: `Bearer ${manager}` },
      });
    const created = issuedApiKeySchema.parse((await create({ name: 'site', origins: [site] })).json());
    expect(created.content_pack_ids).toEqual([]);
    const named = { origins: [site], content_pack_ids: [packId, packId] };
    expect((await create(named)).json().content_pack_ids).toEqual([packId]);
    const changed = await change(created.key_id, { name: 'shop', content_pack_ids: [packId] });
    expect(apiKeySchema.parse(changed.json())).toMatchObject({
      ...{ name: 'shop', origins: [site], content_pack_ids: [packId] },
    });
    nowMs += 1000;
    expect((await ask(canteen, { key: created.key })).status).toBe('delivered');
    await change(created.key_id, { origins: ['https://new.example'] });
    nowMs += 1000;
    expect(await codeOf(send('POST', '/v1/query', canteen, { key: created.key }))).toBe('origin_not_allowed');
    const refused = problemOf(await change(created.key_id, { content_pack_ids: ['pack_unknown'] }));
    expect(refused.errors?.map((error) => error.pointer)).toEqual(['/content_pack_ids/0']);
    expect(problemOf(await change(created.key_id, {})).code).toBe('validation_failed');
    const secret = (await create({ name: 'program', scopes: ['query:write'] })).json();
    expect(secret.content_pack_ids).toBeNull();
    expect(problemOf(await change(secret.key_id, { name: 'other' })).code).toBe('invalid_state');
    await service.data.store.access.revokeKey(tenantId, created.key_id, nowMs);
    expect(problemOf(await change(created.key_id, { name: 'other' })).code).toBe('invalid_state');
  });

  it.each([
    [{ origins: [] }, '/origins'],
    [{ origins: ['*'] }, '/origins/0'],
    [{ origins: ['https://a.example/'] }, '/origins/0'],
    [{ origins: ['http://a.example'] }, '/origins/0'],
    [{ origins: ['https://A.example'] }, '/origins/0'],
    [{ origins: [site], content_pack_ids: ['pack_x'] }, '/content_pack_ids/0'],
    [{ content_pack_ids: [] }, '/content_pack_ids'],
    [{ origins: [site], groups: ['staff'] }, '/groups'],
    [{ origins: [site], mode: 'test' }, '/mode'],
    [{ origins: [site], scopes: ['content:manage'] }, '/scopes'],
  ])('refuses %j', async (body, pointer) => {
    const problem = problemOf(await create(body));
    expect(problem.code).toBe('validation_failed');
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
  });
});
