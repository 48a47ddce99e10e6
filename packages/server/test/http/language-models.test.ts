import { scriptedReader } from '@avow/answering/testing';
import { modelCheckSchema, modelsStateSchema } from '@avow/contract/models';
import { logEventPageSchema } from '@avow/contract/testing';
import type { ScriptedProvider } from '@avow/inference/testing';
import { startScriptedProvider } from '@avow/inference/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readModelsFile } from '../../src/config/read-models-file.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { handbook, holiday, holidayQuestion, say } from '../support/written-service.ts';

const secret = 'sk-0123456789-of-the-bakery';
let service: TestService;
let provider: ScriptedProvider;
let asker: string;
let operator: string;

beforeAll(async () => {
  provider = await startScriptedProvider();
  service = await startTestService({ reader: scriptedReader() });
  const tenantId = await service.createTenant('bakery');
  asker = await service.createKey(tenantId);
  operator = await service.createKey(tenantId, { scopes: ['tenants:manage', 'log:read'] });
  await service.loadPack(tenantId, { 'handbook.md': handbook });
});
beforeEach(() => provider.play(say(`${holiday[0]} [1]`)));
afterAll(async () => {
  await service.close();
  await provider.close();
});

async function send(
  method: 'GET' | 'PUT' | 'POST',
  body?: object,
  { path = '', key = operator, to = service, headers = {} }: SendOptions = {},
) {
  return await to.app.http.inject({
    ...{ method, url: `/v1/language-models${path}` },
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
}

interface SendOptions {
  readonly path?: string;
  readonly key?: string;
  readonly to?: TestService;
  readonly headers?: Readonly<Record<string, string>>;
}

const model = (name: string, also: object = {}) => ({
  ...{ provider: 'openai_compatible', model: name, base_url: provider.baseUrlOf('openai_compatible') },
  ...also,
});

const stateOf = async (sent: ReturnType<typeof send>) => {
  const response = await sent;
  expect(response.statusCode, response.body).toBe(200);
  expect(response.body).not.toContain(secret);
  return modelsStateSchema.parse(response.json());
};
const read = () => stateOf(send('GET'));
const writerOf = async () =>
  (await service.ask(asker, { prompt: holidayQuestion })).model_info.summarization_model;

describe('language models that are set without a file', () => {
  it('answer from the next question on, with their keys, and can be put in another order and removed', async () => {
    expect(await read()).toMatchObject({ in_charge: 'console', revision: 0, tiers: [] });
    const price = { currency: 'EUR', input_per_million: 1, output_per_million: 2 };
    const first = model('one', { key: secret, price, budget_per_day: 5 });
    const set = await stateOf(
      send('PUT', { tiers: [first], tenant_budget: { currency: 'EUR', per_month: 50 } }),
    );
    expect(set).toMatchObject({
      ...{ revision: 1, in_charge: 'console' },
      tiers: [{ model: 'one', has_key: true, price, budget_per_day: 5 }],
      tenant_budget: { currency: 'EUR', per_day: null, per_month: 50, when_spent: 'refuse' },
    });
    expect(await writerOf()).toBe('openai_compatible/one');
    expect(provider.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${secret}`);

    const { key_id: keyId } = set.tiers[0] ?? {};
    await stateOf(send('PUT', { tiers: [model('two'), model('one', { key_id: keyId })] }));
    expect(await writerOf()).toBe('openai_compatible/two');
    const moved = await stateOf(send('PUT', { tiers: [model('one', { key_id: keyId }), model('two')] }));
    expect(moved.tiers.map((each) => each.model)).toEqual(['one', 'two']);
    expect(await writerOf()).toBe('openai_compatible/one');
    expect(provider.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${secret}`);

    await stateOf(send('PUT', { tiers: [] }));
    expect(await writerOf()).toBe('scripted-reader');
  });

  it('keep no key in clear text, and send none to another address than it was given for', async () => {
    const set = await stateOf(send('PUT', { tiers: [model('one', { key: secret })] }));
    const row = await service.data.store.models.currentModels();
    expect(Buffer.from(row?.sealed ?? []).includes(secret)).toBe(false);
    expect(service.logText()).not.toContain(secret);
    const { key_id: keyId } = set.tiers[0] ?? {};
    const elsewhere = { ...model('one', { key_id: keyId }), base_url: 'https://collector.example.com/v1' };
    for (const [method, body, path, pointer] of [
      ['PUT', { tiers: [elsewhere] }, '', '/tiers/0/key_id'],
      ['POST', { model: elsewhere }, '/check', '/model/key_id'],
    ] as const) {
      const refused = await send(method, body, { path });
      expect(refused.statusCode).toBe(422);
      expect(refused.json().errors).toMatchObject([{ pointer }]);
    }
    expect((await read()).revision).toBe(set.revision);
  });

  it('are refused with all that is wrong, in the words of the request', async () => {
    const before = await read();
    const refused = await send('PUT', {
      tiers: [
        { provider: 'anthropic', model: 'claude' },
        { provider: 'openai_compatible', model: 'llama' },
        model('m', { budget_per_day: 1 }),
      ],
    });
    expect(refused.statusCode).toBe(422);
    const pointers = refused.json().errors.map((each: { readonly pointer: string }) => each.pointer);
    expect(pointers).toEqual(['/tiers/0/key', '/tiers/1/base_url', '/tiers/2/budget_per_day']);
    expect(await read()).toEqual(before);
  });

  it('are changed by an operator who knows the last revision, and the log says which they are', async () => {
    const { revision } = await read();
    const stale = { headers: { 'if-match': `"${revision + 7}"` } };
    expect((await send('PUT', { tiers: [] }, stale)).statusCode).toBe(412);
    expect((await send('PUT', { tiers: [] }, { key: asker })).statusCode).toBe(403);
    await stateOf(send('PUT', { tiers: [model('logged')] }, { headers: { 'if-match': `"${revision}"` } }));
    const events = await service.get(operator, '/v1/log/events?limit=5');
    expect(JSON.stringify(logEventPageSchema.parse(events.json()))).toContain('openai_compatible/logged');
  });

  it('can be checked before they are set', async () => {
    const before = await read();
    const check = async (given: object) => {
      const response = await send('POST', { model: given }, { path: '/check' });
      expect(response.statusCode, response.body).toBe(200);
      return modelCheckSchema.parse(response.json());
    };
    expect(await check(model('new', { key: secret }))).toMatchObject({ works: true, fault: null });
    expect(provider.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${secret}`);
    provider.play({ kind: 'fail', status: 401 });
    expect(await check(model('new', { key: secret }))).toMatchObject({
      works: false,
      fault: { code: expect.any(String) },
    });
    expect(await read()).toEqual(before);
  });

  it('show how each of them did when it was last checked with the key and the address that it has', async () => {
    const lastCheck = async () => (await read()).tiers[0]?.last_check;
    const set = await stateOf(send('PUT', { tiers: [model('watched', { key: secret })] }));
    expect(await lastCheck()).toBeNull();
    const { key_id: keyId } = set.tiers[0] ?? {};
    const check = (given: object) => send('POST', { model: given }, { path: '/check' });
    provider.play({ kind: 'fail', status: 401 });
    await check(model('watched', { key_id: keyId }));
    const failed = await lastCheck();
    expect(failed).toMatchObject({ works: false, fault: { message: expect.any(String) } });
    // A check with another key says nothing of the one that is stored.
    provider.play(say('Good morning.'));
    await check(model('watched', { key: `${secret}-other` }));
    expect(await lastCheck()).toEqual(failed);
    await check(model('watched', { key: secret }));
    expect(await lastCheck()).toMatchObject({ works: true, fault: null });
  });

  it('let guardrails apply rules in words as soon as a model for them is set, and no longer than that', async () => {
    const guard = await service.createKey(await service.createTenant('guarded'), {
      scopes: ['guardrails:manage'],
    });
    const rule = { name: 'Promises', check: 'rule', stage: 'output', action: 'flag' };
    const put = async () =>
      await service.app.http.inject({
        ...{ method: 'PUT', url: '/v1/guardrails' },
        headers: { authorization: `Bearer ${guard}` },
        payload: { guardrails: [{ ...rule, settings: { rule: 'Promise nothing.' } }] },
      });
    expect((await put()).statusCode).toBe(422);
    expect(
      await stateOf(send('PUT', { tiers: [], guardrail: model('guard', { key: secret }) })),
    ).toMatchObject({
      guardrail: { model: 'guard', has_key: true },
    });
    expect((await put()).statusCode).toBe(200);
    await stateOf(send('PUT', { tiers: [] }));
    expect((await put()).statusCode).toBe(422);
  });

  it('serve again after a restart', async () => {
    await stateOf(send('PUT', { tiers: [model('lasting', { key: secret })] }));
    const again = await startTestService({ reader: scriptedReader(), beside: service });
    const response = await again.ask(asker, { prompt: holidayQuestion });
    expect(response.model_info.summarization_model).toBe('openai_compatible/lasting');
    await again.close();
  });

  it('are not used if somebody else has written them, and can be set anew', async () => {
    const { revision } = await read();
    const forged = { revision: revision + 1, sealed: Buffer.from('forged'), createdAtMs: Date.now() };
    const row = await service.data.store.models.currentModels();
    expect(
      await service.data.store.models.putModels({ ...forged, createdBy: row?.createdBy ?? 'usr_x' }),
    ).toBe('put');
    await expect.poll(service.logText).toContain('language models cannot be used');
    expect(await writerOf()).toBe('openai_compatible/lasting');
    expect(await read()).toMatchObject({ revision: revision + 1, tiers: [] });
    await stateOf(send('PUT', { tiers: [model('anew', { key: secret })] }));
    expect(await writerOf()).toBe('openai_compatible/anew');
  });

  it('are refused while a file is in charge, which is shown without its keys', async () => {
    const file = { tiers: [model('of-the-file', { key_variable: 'BAKERY_KEY' })] };
    const fileModels = readModelsFile(JSON.stringify(file), {
      ...{ env: { BAKERY_KEY: secret }, folder: '/', readKeyFile: () => '' },
    });
    const other = await startTestService({ models: { fileModels } });
    const key = await other.createKey(await other.createTenant('bakery'), { scopes: ['tenants:manage'] });
    expect(await stateOf(send('GET', undefined, { key, to: other }))).toMatchObject({
      ...{ in_charge: 'file', revision: 0 },
      tiers: [{ model: 'of-the-file', has_key: true, key_id: null }],
    });
    const refused = await send('PUT', { tiers: [] }, { key, to: other });
    expect(refused.json()).toMatchObject({ code: 'invalid_state', detail: expect.stringContaining('file') });
    await other.close();
  });
});
