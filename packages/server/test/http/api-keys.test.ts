import { roleScopes, type Scope, scopes } from '@avow/contract/roles';
import {
  apiKeyPageSchema,
  issuedApiKeySchema,
  tenantPageSchema,
} from '@avow/contract/testing/administration';
import { newId, type TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectOf,
  type SignedIn,
  sendAs,
  signInAs,
  signInByLink,
  tokenOf,
} from '../support/people-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let owner: SignedIn;

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('keys');
  owner = await signInAs(service, tenantId, 'owner');
});
afterAll(() => service.close());

const codeOf = async (sent: ReturnType<typeof sendAs>) => problemOf(await sent).code;
const create = async (body: object, by: object = { person: owner }) =>
  issuedApiKeySchema.parse(
    await expectOf('createApiKey', sendAs(service, 'POST', '/v1/api-keys', { ...by, body })),
  );

describe('keys over HTTP', () => {
  it('[CON-11-20] are created, listed, rotated and revoked, and shown once', async () => {
    const { key, ...shown } = await create({ name: 'website', scopes: ['query:write'], groups: ['b', 'a'] });
    expect(shown).toMatchObject({
      ...{ name: 'website', mode: 'live', status: 'active', scopes: ['query:write'], groups: ['a', 'b'] },
      ...{ revoked_at: null, rotated_from: null },
    });
    expect(Math.round((Date.parse(shown.expires_at) - Date.now()) / 86_400_000)).toBe(365);
    expect((await service.post(key, { prompt: 'Hello?' })).statusCode).toBe(200);
    const one = `/v1/api-keys/${shown.key_id}`;
    expect(await expectOf('getApiKey', sendAs(service, 'GET', one, { person: owner }))).toEqual(shown);
    const rotated = issuedApiKeySchema.parse(
      await expectOf('rotateApiKey', sendAs(service, 'POST', `${one}/rotate`, { person: owner, body: {} })),
    );
    expect(rotated).toMatchObject({ ...{ rotated_from: shown.key_id, groups: ['a', 'b'], name: 'website' } });
    const listed = await sendAs(service, 'GET', '/v1/api-keys?limit=2', { person: owner });
    const { data } = apiKeyPageSchema.parse(listed.json());
    expect(data.map(({ key_id }) => key_id)).toEqual([rotated.key_id, shown.key_id]);
    expect(listed.body).not.toContain(key);
    const revoke = (id: string) => sendAs(service, 'DELETE', `/v1/api-keys/${id}`, { person: owner });
    await expectOf('revokeApiKey', revoke(rotated.key_id));
    expect(problemOf(await service.post(rotated.key, { prompt: 'x' })).code).toBe('key_revoked');
    const again = sendAs(service, 'POST', `/v1/api-keys/${rotated.key_id}/rotate`, {
      person: owner,
      body: {},
    });
    expect(await codeOf(again)).toBe('invalid_state');
    const { log } = service.data.store;
    const events = await log.listLogEvents(tenantId, { kind: 'key' }, { before: null, limit: 9 });
    expect(events.map(({ text }) => JSON.parse(text).slice(3, 5))).toEqual([
      [rotated.key_id, 'revoked'],
      [shown.key_id, 'rotated'],
      [shown.key_id, 'created'],
    ]);
    for (const { text } of events) expect(text).toContain('"actor_name","Ada Lovelace"');
  });

  it('[CON-9-14] are reported to webhooks when they are created, rotated and revoked', async () => {
    const { key: manager } = await create({ name: 'before', scopes: ['webhooks:manage'] });
    const made = await sendAs(service, 'POST', '/v1/webhook-endpoints', {
      ...{ key: manager, body: { url: 'https://hooks.example/keys' } },
    });
    const { endpoint_id: endpointId } = made.json();
    const { key_id: first } = await create({ name: 'secret name' });
    const one = `/v1/api-keys/${first}`;
    const rotated = await sendAs(service, 'POST', `${one}/rotate`, { person: owner, body: {} });
    for (let times = 0; times < 2; times++) await sendAs(service, 'DELETE', one, { person: owner });
    const { webhooks } = service.data.store;
    const claimed = await webhooks.claimDeliveries(tenantId, {
      ...{ nowMs: Date.now() + 1000, leaseUntilMs: Date.now() + 60_000, limit: 100, endpointMax: 100 },
      underWay: {},
    });
    const sent = claimed.filter(({ delivery }) => delivery.endpointId === endpointId);
    const bodies = sent.map(({ body }) => JSON.parse(body)).sort((a, b) => (a.type < b.type ? -1 : 1));
    expect(bodies.map(({ type, data }) => [type, data])).toEqual([
      ['key.created', { key_id: first }],
      ['key.revoked', { key_id: first }],
      [
        'key.rotated',
        { key_id: first, successor_id: rotated.json().key_id, expires_at: expect.stringMatching(/Z$/) },
      ],
    ]);
  });

  it('give only scopes and groups that the caller has', async () => {
    const by = await create({ scopes: ['keys:manage', 'query:write'], groups: ['staff'] });
    const as = (body: object) => sendAs(service, 'POST', '/v1/api-keys', { key: by.key, body });
    expect(await codeOf(as({ scopes: ['audit:erase'] }))).toBe('insufficient_scope');
    expect(await codeOf(as({ scopes: ['query:write'], groups: ['board'] }))).toBe('insufficient_scope');
    await create({ scopes: ['query:write'], groups: ['staff'] }, { key: by.key });
    const { key_id: stronger } = await create({ scopes: [...roleScopes.owner] });
    const rotate = sendAs(service, 'POST', `/v1/api-keys/${stronger}/rotate`, { key: by.key, body: {} });
    expect(await codeOf(rotate)).toBe('insufficient_scope');
    const any = await service.createKey(tenantId, { scopes: ['query:write'] });
    const row = await service.data.store.access.findKey(any.slice(9, 21));
    const ofAny = `/v1/api-keys/${row?.key.keyId}/rotate`;
    expect(await codeOf(sendAs(service, 'POST', ofAny, { key: by.key, body: {} }))).toBe(
      'insufficient_scope',
    );
    const operators = sendAs(service, 'POST', '/v1/api-keys', {
      person: owner,
      body: { scopes: ['tenants:manage'] },
    });
    expect(await codeOf(operators)).toBe('insufficient_scope');
  });

  it('of another tenant do not exist, and wrong ones are refused', async () => {
    const { key_id: id } = await create({ name: 'mine' });
    const stranger = await signInAs(service, await service.createTenant('strangers'), 'owner');
    for (const [method, url, body] of [
      ['GET', `/v1/api-keys/${id}`, undefined],
      ['POST', `/v1/api-keys/${id}/rotate`, {}],
      ['DELETE', `/v1/api-keys/${id}`, undefined],
      ['GET', '/v1/api-keys/key_x', undefined],
    ] as const)
      expect(await codeOf(sendAs(service, method, url, { person: stranger, body }))).toBe('not_found');
    for (const body of [
      { scopes: [] },
      { scopes: ['all'] },
      { expires_in_days: 0 },
      { mode: 'x' },
      { key: 'x' },
    ])
      expect(await codeOf(sendAs(service, 'POST', '/v1/api-keys', { person: owner, body }))).toBe(
        'validation_failed',
      );
  });
});

describe('tenants over HTTP', () => {
  const operate = (more: readonly Scope[] = []) =>
    service.createKey(tenantId, { scopes: ['tenants:manage', ...more] });

  it('[CON-11-29] are created with an owner, listed, suspended and resumed', async () => {
    const key = await operate();
    const body = { name: 'acme', owner: { email: 'boss@acme.example', name: 'Boss' } };
    const created = await expectOf<{ tenant_id: TenantId; owner: { link: { url: string } } }>(
      'createTenant',
      sendAs(service, 'POST', '/v1/tenants', { key, body }),
    );
    const boss = await signInByLink(service, tokenOf(created.owner.link));
    const url = `/v1/tenants/${created.tenant_id}`;
    const patch = (status: string) => sendAs(service, 'PATCH', url, { key, body: { status } });
    expect(await expectOf('updateTenant', patch('suspended'))).toMatchObject({ status: 'suspended' });
    const later = await startTestService({ beside: service, clock: { nowMs: () => Date.now() + 1000 } });
    expect(await codeOf(sendAs(later, 'GET', '/v1/me', { person: boss }))).toBe('tenant_suspended');
    await later.app.close();
    await expectOf('updateTenant', patch('active'));
    expect(await expectOf('getTenant', sendAs(service, 'GET', url, { key }))).toMatchObject({ name: 'acme' });
    const page = tenantPageSchema.parse(
      (await sendAs(service, 'GET', '/v1/tenants?limit=1', { key })).json(),
    );
    expect(page).toMatchObject({ data: [{ name: 'acme' }], has_more: true });
    const { log } = service.data.store;
    const events = await log.listLogEvents(created.tenant_id, { kind: 'tenant' }, { before: null, limit: 9 });
    expect(events.map(({ text }) => JSON.parse(text)[4])).toEqual(['resumed', 'suspended', 'created']);
  });

  it('are for operators only, and cannot be suspended by their own', async () => {
    const all = scopes.filter((scope) => scope !== 'tenants:manage');
    const key = await service.createKey(tenantId, { scopes: all });
    for (const [method, url, body] of [
      ['GET', '/v1/tenants', undefined],
      ['POST', '/v1/tenants', { name: 'more' }],
      ['GET', `/v1/tenants/${tenantId}`, undefined],
      ['PATCH', `/v1/tenants/${tenantId}`, { status: 'active' }],
    ] as const)
      expect(await codeOf(sendAs(service, method, url, { key, body }))).toBe('insufficient_scope');
    const operator = await operate();
    const own = sendAs(service, 'PATCH', `/v1/tenants/${tenantId}`, {
      key: operator,
      body: { status: 'suspended' },
    });
    expect(await codeOf(own)).toBe('invalid_state');
    const unknown = `/v1/tenants/${newId('ten', 0)}`;
    const body = { status: 'suspended' };
    expect(await codeOf(sendAs(service, 'PATCH', unknown, { key: operator, body }))).toBe('not_found');
    const taken = sendAs(service, 'POST', '/v1/tenants', { key: operator, body: { name: 'keys' } });
    expect(await codeOf(taken)).toBe('invalid_state');
    const wrong = sendAs(service, 'POST', '/v1/tenants', { key: operator, body: { name: 'No Spaces' } });
    expect(await codeOf(wrong)).toBe('validation_failed');
  });
});
