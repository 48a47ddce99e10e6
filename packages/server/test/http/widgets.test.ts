import { logEventPageSchema } from '@avow/contract/testing';
import { apiKeySchema } from '@avow/contract/testing/administration';
import { widgetPageSchema, widgetSchema, widgetSettingsSchema } from '@avow/contract/widgets';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const site = 'https://www.example.com';
const visitor = 'ada_0123456789abcdefghijklmnopqrstuvwxyz';
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const texts = { language: 'en', heading: 'Ask us', greeting: null, placeholder: null, sample_questions: [] };

let service: TestService;
let tenantId: TenantId;
let manager: string;
let packId: string;

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  await service.loadPack(tenantId, officePack);
  const scopes = ['keys:manage', 'query:write', 'log:read'] as const;
  manager = await service.createKey(tenantId, { scopes });
  packId = (await service.data.store.content.findPackByName(tenantId, 'pack'))?.packId ?? '';
});
afterAll(() => service.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function send(method: Method, path: string, body?: object, key = manager) {
  return await service.app.http.inject({
    ...{ method, url: `/v1${path}`, headers: { authorization: `Bearer ${key}` } },
    ...(body === undefined ? {} : { payload: body }),
  });
}

async function read(method: Method, path: string, body?: object) {
  const response = await send(method, path, body);
  expect(response.statusCode, response.body).toBe(method === 'POST' ? 201 : 200);
  return widgetSchema.parse(response.json());
}

const create = (also: object = {}) =>
  read('POST', '/widgets', { name: 'Shop', origins: [site], content_pack_ids: [packId], ...also });

/** As the script on a page does. */
async function visit(key: string, headers: Readonly<Record<string, string>> = {}) {
  return await service.app.http.inject({
    ...{ method: 'GET', url: '/v1/widget-settings' },
    headers: { authorization: `Bearer ${key}`, origin: site, 'visitor-token': visitor, ...headers },
  });
}

/** Beside the key by which receipts are checked. */
async function shown(key: string) {
  const { log_key: logKey, ...settings } = (await visit(key)).json();
  expect(logKey).toMatch(/^avow\/ten_\w+\+[0-9a-f]{8}\+/);
  return widgetSettingsSchema.parse(settings);
}

async function ask(key: string) {
  return await service.app.http.inject({
    ...{ method: 'POST', url: '/v1/query', payload: { prompt: 'Where is the canteen?' } },
    headers: { authorization: `Bearer ${key}`, origin: site, 'visitor-token': visitor },
  });
}

describe('a widget', () => {
  it('has one key, with which its pages ask its packs and read its settings', async () => {
    const widget = await create({ settings: { accent_color: '#0F766E', logo, texts: [texts] } });
    expect(widget).toMatchObject({ name: 'Shop', key_status: 'active', content_pack_ids: [packId] });
    expect(widget.settings).toMatchObject({ position: 'in_page', accent_color: '#0f766e', texts: [texts] });
    const key = apiKeySchema.parse((await send('GET', `/api-keys/${widget.key_id}`)).json());
    expect(key).toMatchObject({ name: 'Shop', origins: [site], scopes: ['query:write'] });
    expect((await ask(widget.key)).json().answer).toContain('second floor');
    expect(await shown(widget.key)).toEqual(widget.settings);
    expect(await read('GET', `/widgets/${widget.widget_id}`)).toEqual(widget);
  });

  it('changes without a change of its pages, which ask once a minute', async () => {
    const widget = await create();
    const before = await visit(widget.key);
    expect(before.headers).toMatchObject({
      ...{ 'cache-control': 'private, max-age=60', 'access-control-allow-origin': site },
    });
    expect(String(before.headers['vary']).toLowerCase()).toContain('authorization');
    const unchanged = await visit(widget.key, { 'if-none-match': String(before.headers['etag']) });
    expect(unchanged.statusCode).toBe(304);
    const path = `/widgets/${widget.widget_id}`;
    const settings = { position: 'bottom_left', privacy_url: 'https://www.example.com/privacy' };
    const changed = await read('PATCH', path, { name: 'Site', settings, content_pack_ids: [] });
    expect(changed).toMatchObject({ name: 'Site', key: widget.key, origins: [site], content_pack_ids: [] });
    expect(await shown(widget.key)).toMatchObject(settings);
    expect((await visit(widget.key, { 'if-none-match': String(before.headers['etag']) })).statusCode).toBe(
      200,
    );
    await expect.poll(async () => problemOf(await ask(widget.key)).code).toBe('insufficient_scope');
    expect(await read('PATCH', path, { name: 'Again' })).toMatchObject({ name: 'Again', settings });
  });

  it('gets a new key in place of one that does not work any more', async () => {
    const widget = await create({ settings: { theme: 'dark' } });
    await send('DELETE', `/api-keys/${widget.key_id}`);
    const path = `/widgets/${widget.widget_id}`;
    expect(await read('GET', path)).toMatchObject({ key_status: 'revoked' });
    expect(problemOf(await send('PATCH', path, { content_pack_ids: [] })).code).toBe('invalid_state');
    const renewed = await read('POST', `${path}/renew-key`);
    expect(renewed).toMatchObject({ key_status: 'active', origins: [site], content_pack_ids: [packId] });
    expect(renewed.key).not.toBe(widget.key);
    expect(await shown(renewed.key)).toMatchObject({ theme: 'dark' });
    await read('POST', `${path}/renew-key`);
    expect(apiKeySchema.parse((await send('GET', `/api-keys/${renewed.key_id}`)).json()).status).toBe(
      'revoked',
    );
  });

  it('takes its key with it when it is deleted', async () => {
    const widget = await create();
    const path = `/widgets/${widget.widget_id}`;
    expect((await send('DELETE', path)).statusCode).toBe(204);
    expect(problemOf(await send('GET', path)).code).toBe('not_found');
    expect(problemOf(await send('DELETE', path)).code).toBe('not_found');
    await expect.poll(async () => problemOf(await ask(widget.key)).code).toBe('key_revoked');
  });

  it('is listed with the newest first, for its tenant alone', async () => {
    const widget = await create({ name: 'Newest' });
    const page = widgetPageSchema.parse((await send('GET', '/widgets?limit=1')).json());
    expect(page).toMatchObject({ has_more: true, data: [widget] });
    const other = await service.createTenant('other');
    const stranger = await service.createKey(other, { scopes: ['keys:manage'] });
    const path = `/widgets/${widget.widget_id}`;
    expect((await send('GET', '/widgets', undefined, stranger)).json().data).toEqual([]);
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const)
      expect(problemOf(await send(method, path, body, stranger)).code).toBe('not_found');
  });

  it('is set up by those who manage keys, within the rights that they have', async () => {
    const wanted = { name: 'Shop', origins: [site] };
    const asker = await service.createKey(tenantId, { scopes: ['query:write'] });
    const limited = await service.createKey(tenantId, { scopes: ['keys:manage'] });
    for (const key of [asker, limited])
      expect(problemOf(await send('POST', '/widgets', wanted, key)).code).toBe('insufficient_scope');
    const { key } = await create();
    expect(problemOf(await send('GET', '/widgets', undefined, key)).code).toBe('insufficient_scope');
    const events = logEventPageSchema.parse((await send('GET', '/log/events?kind=key')).json());
    expect(events.data[0]?.action).toBe('created');
  });

  it('shows the usual settings with a publishable key that is not of a widget', async () => {
    const issued = await send('POST', '/api-keys', { origins: [site] });
    expect(await shown(issued.json().key)).toMatchObject({ position: 'in_page', texts: [], logo: null });
    expect(problemOf(await visit(issued.json().key, { origin: 'https://evil.example' })).code).toBe(
      'origin_not_allowed',
    );
  });

  const big = Buffer.from(logo, 'base64');
  big.writeUInt32BE(513, 20);
  it.each<[string, string, object]>([
    ['/origins/0', 'an origin that is not encrypted', { origins: ['http://shop.example'] }],
    ['/content_pack_ids/0', 'an unknown pack', { content_pack_ids: ['pack_01jd7b0s2t4v6w8x0y1z3a5b7c'] }],
    ['/name', 'no name', { name: ' ' }],
    ['/settings/accent_color', 'a colour by name', { settings: { accent_color: 'red' } }],
    ['/settings/header_color', 'more than a colour', { settings: { header_color: '#fff;x:url(y)' } }],
    ['/settings/position', 'a position that there is not', { settings: { position: 'top' } }],
    ['/settings/privacy_url', 'a script', { settings: { privacy_url: 'javascript:alert(1)' } }],
    ['/settings/logo', 'what is not base64', { settings: { logo: '<svg>' } }],
    ['/settings/logo', 'another kind of file', { settings: { logo: btoa('GIF89a'.padEnd(60)) } }],
    ['/settings/logo', 'a wide picture', { settings: { logo: big.toString('base64') } }],
    ['/settings/logo', 'a large file', { settings: { logo: `${logo.slice(0, 8)}${'A'.repeat(60_000)}` } }],
    ['/settings/texts/1/language', 'a language twice', { settings: { texts: [texts, texts] } }],
    [
      '/settings/texts/0/heading',
      'a long heading',
      { settings: { texts: [{ ...texts, heading: 'a'.repeat(81) }] } },
    ],
    [
      '/settings/texts/0/sample_questions',
      'many sample questions',
      { settings: { texts: [{ ...texts, sample_questions: [1, 2, 3, 4, 5, 6, 7].map(String) }] } },
    ],
  ])('refuses at %s: %s', async (pointer, _what, also) => {
    const wanted = { name: 'Shop', origins: [site], content_pack_ids: [], ...also };
    const problem = problemOf(await send('POST', '/widgets', wanted));
    expect(problem.code).toBe('validation_failed');
    expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
  });

  it('is one of fifty at most', async () => {
    const other = await service.createTenant('many');
    const key = await service.createKey(other, { scopes: ['keys:manage', 'query:write'] });
    const wanted = { name: 'Shop', origins: [site] };
    for (let made = 0; made < 50; made += 1)
      expect((await send('POST', '/widgets', wanted, key)).statusCode).toBe(201);
    const refused = problemOf(await send('POST', '/widgets', wanted, key));
    expect(refused).toMatchObject({ code: 'invalid_state', detail: expect.stringContaining('50 widgets') });
  });
});
