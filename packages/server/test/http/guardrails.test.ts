import {
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
  type PolicyState,
} from '@avow/contract/guardrails';
import { type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import { auditRecordSchema, messageSchema } from '@avow/contract/testing';
import { policyStateSchema, policyVersionPageSchema } from '@avow/contract/testing/administration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
/** While it is closed, questions that were accepted wait for their answers. */
let gate = Promise.resolve();

const gated = (data: DataFolder) => ({
  ...data,
  store: {
    ...data.store,
    content: {
      ...data.store.content,
      findCurated: async (...args: Parameters<typeof data.store.content.findCurated>) => {
        await gate;
        return await data.store.content.findCurated(...args);
      },
    },
  },
});

beforeAll(async () => {
  service = await startTestService({ wrap: gated });
});

afterAll(() => service.close());

const path = '/v1/guardrails';

interface Tenant {
  readonly client: ContentClient;
  readonly askingKey: string;
  get(query?: string): Promise<PolicyState>;
  put(policy: unknown, headers?: Readonly<Record<string, string>>): Promise<PolicyState>;
  ask(prompt: string): Promise<QueryResponse>;
  auditOf(messageId: string): Promise<ReturnType<typeof auditRecordSchema.parse>>;
}

async function newTenant(name: string): Promise<Tenant> {
  const tenantId = await service.createTenant(name);
  await service.loadPack(tenantId, officePack);
  const client = contentClient(service, await service.createKey(tenantId, { scopes: ['guardrails:manage'] }));
  const askingKey = await service.createKey(tenantId);
  const state = { status: 200, schema: policyStateSchema };
  return {
    client,
    askingKey,
    get: (query = '') => client.expect(state, 'GET', `${path}${query}`),
    put: (body, headers = {}) => client.expect(state, 'PUT', path, { body, headers }),
    ask: (prompt) => service.ask(askingKey, { prompt }),
    auditOf: async (messageId) =>
      auditRecordSchema.parse((await service.get(askingKey, `/v1/messages/${messageId}/audit`)).json()),
  };
}

const denying = (word: string, mode: 'enforce' | 'shadow' = 'enforce'): GuardrailPolicyGiven => ({
  guardrails: [
    { name: 'Words', check: 'words', stage: 'input', action: 'block', mode, settings: { words: [word] } },
  ],
});

describe('[CON-11-16] the guardrail policy of a tenant', () => {
  it('is that of the service until another is set', async () => {
    const { client, get, ask, auditOf } = await newTenant('new');
    const response = await client.send('GET', path);
    expect(response.headers).toMatchObject({
      etag: expect.stringMatching(/^"0-/),
      'cache-control': 'no-store',
    });
    const state = await get();
    expect(state).toMatchObject({ revision: 0, built_in: true, created_at: null, created_by: null });
    expect(state.policy.guardrails.length).toBeGreaterThan(5);
    expect(await get('?revision=0')).toEqual(state);
    // What is shown can be put as it is.
    expect(guardrailPolicySchema.parse(state.policy)).toEqual(state.policy);
    const { message_id, guardrails } = await ask('Where is the canteen?');
    expect((await auditOf(message_id)).policy_version).toBe(state.version);
    expect(guardrails.map(({ guardrail_id }) => guardrail_id)).toEqual(
      state.policy.guardrails.map(({ id }) => id),
    );
    expect((await client.send('GET', `${path}/versions`)).json()).toEqual({
      ...{ data: [], has_more: false, next_cursor: null },
    });
  });

  it('changes immediately when one is set, and back after a reset', async () => {
    const { client, get, put, ask, auditOf } = await newTenant('changing');
    const first = await put(denying('canteen'));
    expect(first).toMatchObject({
      revision: 1,
      version: expect.stringMatching(/^1-[0-9a-f]{12}$/),
      built_in: false,
      created_by: expect.stringMatching(/^key_/),
    });
    expect(await get()).toEqual(first);
    const blocked = await ask('Where is the canteen?');
    expect(blocked).toMatchObject({ status: 'blocked', agent_context: { blocked_reason: 'policy' } });
    expect((await auditOf(blocked.message_id)).policy_version).toBe(first.version);

    expect(await put(denying('canteen'))).toEqual(first);
    const second = await put(denying('travel'));
    expect(second.revision).toBe(2);
    // Records name guardrails by their ids: what is still the same guardrail keeps its own.
    expect(second.policy.guardrails[0]?.id).toBe(first.policy.guardrails[0]?.id);
    expect((await ask('Where is the canteen?')).status).toBe('delivered');

    const reset = await client.send('DELETE', path);
    expect([reset.statusCode, reset.headers['etag']]).toEqual([200, expect.stringMatching(/^"3-/)]);
    const third = policyStateSchema.parse(reset.json());
    expect(third).toMatchObject({ revision: 3, built_in: true, version: expect.stringMatching(/^default-/) });
    expect((await client.send('DELETE', path)).json()).toEqual(third);
    expect((await ask('Who approves travel?')).status).toBe('delivered');
    expect(await get('?revision=1')).toEqual(first);
    expect(await get('?revision=2')).toEqual(second);
    expect(problemOf(await client.send('GET', `${path}?revision=4`)).code).toBe('not_found');
  });

  it('has versions that are listed in pages, newest first', async () => {
    const { client, put } = await newTenant('listed');
    const put3 = [await put(denying('a')), await put(denying('b')), await put(denying('c'))];
    const page = { status: 200, schema: policyVersionPageSchema };
    const first = await client.expect(page, 'GET', `${path}/versions?limit=2`);
    expect(first.data.map(({ version }) => version)).toEqual([put3[2]?.version, put3[1]?.version]);
    const cursor = encodeURIComponent(first.next_cursor ?? '');
    const rest = await client.expect(page, 'GET', `${path}/versions?limit=2&cursor=${cursor}`);
    expect(rest).toMatchObject({ data: [{ revision: 1 }], has_more: false, next_cursor: null });
    expect(problemOf(await client.send('GET', `${path}/versions?cursor=x`)).code).toBe('invalid_cursor');
    const other = await newTenant('not listed');
    expect(problemOf(await other.client.send('GET', `${path}/versions?cursor=${cursor}`)).code).toBe(
      'invalid_cursor',
    );
  });

  it('is refused as a whole, with the location of every fault', async () => {
    const { client, get } = await newTenant('faulty');
    const response = await client.send('PUT', path, {
      body: {
        guardrails: [
          { name: 'P', check: 'pattern', stage: 'input', action: 'flag', settings: { pattern: '(' } },
          { name: 'T', check: 'topic', stage: 'output', action: 'block' },
          {
            ...{ name: 'D', check: 'personal_data', stage: 'input', action: 'redact' },
            settings: { types: { shoe_size: 'redact' } },
          },
        ],
      },
    });
    const { code, errors = [] } = problemOf(response);
    expect(code).toBe('validation_failed');
    const places = errors.map(({ pointer }) => pointer);
    expect(places).toContain('/guardrails/0/settings/pattern');
    expect(places).toContain('/guardrails/1/stage');
    expect(places.some((pointer) => pointer.startsWith('/guardrails/2/settings/types'))).toBe(true);
    for (const body of [{}, [], { guardrails: [{}] }, { guardrails: [], more: 1 }, { guardrails: null }])
      expect(problemOf(await client.send('PUT', path, { body })).code).toBe('validation_failed');
    expect(await get()).toMatchObject({ revision: 0 });
  });

  it('is not changed from an outdated revision', async () => {
    const { client, get, put } = await newTenant('matching');
    const first = await put(denying('canteen'), { 'if-match': '"0"' });
    for (const [method, call] of [
      ['PUT', { body: denying('travel') }],
      ['DELETE', {}],
    ] as const) {
      for (const tag of ['"0"', '"2"', 'W/"1"', '"x"']) {
        const refused = await client.send(method, path, { ...call, headers: { 'if-match': tag } });
        const { code, detail } = problemOf(refused);
        expect([code, detail]).toEqual(['precondition_failed', expect.stringContaining('Revision 1')]);
      }
      const nonsense = await client.send(method, path, { ...call, headers: { 'if-match': '1' } });
      expect(problemOf(nonsense).code).toBe('invalid_header');
    }
    expect(await get()).toEqual(first);
    expect((await put(denying('travel'), { 'if-match': '"0", "1"' })).revision).toBe(2);
    expect((await put(denying('office'), { 'if-match': '*' })).revision).toBe(3);
  });

  it('is visible to and changed by its own tenant only', async () => {
    const [one, other] = [await newTenant('one'), await newTenant('other')];
    const before = await other.get();
    const mine = await one.put(denying('canteen'));
    expect(await other.get()).toEqual(before);
    expect(problemOf(await other.client.send('GET', `${path}?revision=1`)).code).toBe('not_found');
    expect((await other.ask('Where is the canteen?')).status).toBe('delivered');
    await other.put(denying('travel'));
    await other.client.send('DELETE', path);
    expect(await one.get()).toEqual(mine);
  });

  it('is the one under which a message was admitted, however late it is answered', async () => {
    const { put, askingKey, auditOf } = await newTenant('later');
    const then = await put(denying('travel'));
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const accepted = await service.post(
      askingKey,
      { prompt: 'Where is the canteen?' },
      { prefer: 'respond-async' },
    );
    expect(accepted.statusCode).toBe(202);
    const { message_id } = queryResponseSchema.parse(accepted.json());
    const ofAnswers = { stage: 'output', name: 'Answers', settings: { words: ['floor'] } } as const;
    await put({ guardrails: [{ check: 'words', action: 'block', ...ofAnswers }] });
    resolve();
    const url = `/v1/messages/${message_id}`;
    await expect
      .poll(async () => messageSchema.parse((await service.get(askingKey, url)).json()).status)
      .toBe('delivered');
    expect(await auditOf(message_id)).toMatchObject({
      policy_version: then.version,
      answer: expect.stringContaining('floor'),
    });
    const now = await service.ask(askingKey, { prompt: 'Where is the canteen?' });
    expect(now.status).toBe('blocked');
  });

  it('requires a key that may manage guardrails, and valid requests', async () => {
    const { client, askingKey } = await newTenant('strict');
    const stranger = contentClient(service, askingKey);
    for (const [method, place, body] of [
      ['GET', path, undefined],
      ['PUT', path, denying('x')],
      ['DELETE', path, undefined],
      ['GET', `${path}/versions`, undefined],
      ['POST', `${path}/test`, { texts: [{ text: 'x', stage: 'input' }] }],
    ] as const) {
      expect(problemOf(await stranger.send(method, place, { body })).code).toBe('insufficient_scope');
    }
    for (const query of [
      'revision=',
      'revision=-1',
      'revision=01',
      'revision=1.0',
      'page=1',
      'revision=1&revision=2',
    ])
      expect(problemOf(await client.send('GET', `${path}?${query}`)).code).toBe('validation_failed');
    expect(problemOf(await client.send('DELETE', path, { body: {} })).code).toBe('invalid_header');
    expect(problemOf(await client.send('POST', path, { body: {} })).code).toBe('method_not_allowed');
    const notJson = { payload: 'x', headers: { 'content-type': 'text/plain' } };
    expect(problemOf(await client.send('PUT', path, notJson)).code).toBe('unsupported_media_type');
    const twice = {
      payload: '{"guardrails":[],"guardrails":[]}',
      headers: { 'content-type': 'application/json' },
    };
    expect(problemOf(await client.send('PUT', path, twice)).code).toBe('duplicate_key');
  });
});
