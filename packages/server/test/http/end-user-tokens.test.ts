import type { TenantId } from '@avow/foundation';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenIssuer } from '../../src/config/identity-settings.ts';
import { type FakeIssuer, startFakeIssuer } from '../support/fake-issuer.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

const audience = 'answers';
const prompt = 'How much is the bonus for the night shift?';
let issuer: FakeIssuer;
let service: TestService;
let tenantId: TenantId;
let key: string;

beforeAll(async () => {
  issuer = await startFakeIssuer(audience);
  const one: TokenIssuer = {
    ...{ issuer: issuer.issuer, audience, jwksUrl: null, groupsClaim: 'groups', tenants: ['tokens'] },
    mcpTenant: null,
  };
  service = await startTestService({ identity: { provider: null, tokenIssuers: [one] } });
  tenantId = await service.createTenant('tokens');
  await service.loadPack(tenantId, {
    'pay.md': '---\ngroups: [finance]\n---\n# Bonus\n\nThe bonus for the night shift is 450 euros.\n',
    'shifts.md': '# Shifts\n\nThe night shift begins at ten.\n',
  });
  key = await service.createKey(tenantId, { groups: ['staff'] });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

const ask = (token: string, body: object = {}, by = key) =>
  service.post(by, { prompt, ...body }, { 'end-user-token': token });

describe('[CON-8-13] the groups of a key', () => {
  it('are those that a request may name', async () => {
    const finance = await service.createKey(tenantId, { groups: ['finance', 'staff'] });
    expect((await service.ask(finance, { prompt, groups: ['finance'] })).answer).toContain('450');
    expect((await service.ask(finance, { prompt })).answer).not.toContain('450');
    const refused = problemOf(await service.post(key, { prompt, groups: ['staff', 'finance'] }));
    expect(refused).toMatchObject({
      ...{ code: 'validation_failed', errors: [{ pointer: '/groups/1', code: 'invalid_value' }] },
    });
    const none = await service.createKey(tenantId, { groups: [] });
    expect(problemOf(await service.post(none, { prompt, groups: ['staff'] })).code).toBe('validation_failed');
    expect((await service.post(none, { prompt, groups: [] })).statusCode).toBe(200);
  });

  it('are any for a key from before keys had groups', async () => {
    const old = await service.createKey(tenantId);
    expect((await service.ask(old, { prompt, groups: ['finance'] })).answer).toContain('450');
  });
});

describe('[CON-8-14] the token of an end user', () => {
  it('names the groups and the person that the answer is for, which are on the record', async () => {
    const token = await issuer.sign({ groups: ['finance', 'all'] }, { subject: 'customer-7' });
    const response = await ask(token);
    expect(response.json().answer).toContain('450');
    const path = `/v1/messages/${response.json().message_id}/audit`;
    const record = (await service.get(key, path, { 'end-user-token': token })).json();
    expect(record).toMatchObject({ groups: ['all', 'finance'], end_user_id: 'customer-7' });
    expect(JSON.stringify(record)).not.toContain(token);
    expect(service.logText()).not.toContain(token);
    const outside = await ask(await issuer.sign({ groups: 'staff' }));
    expect(outside.json().answer).not.toContain('450');
    expect((await ask(await issuer.sign({}))).json().answer).not.toContain('450');
    expect((await ask(token, { end_user_id: 'customer-7' })).statusCode).toBe(200);
    expect(issuer.keyReads()).toBe(1);
  });

  it('excludes groups in the request, and another person', async () => {
    const token = await issuer.sign({ groups: ['finance'] });
    expect(problemOf(await ask(token, { groups: ['staff'] })).errors).toMatchObject([{ pointer: '/groups' }]);
    expect(problemOf(await ask(token, { end_user_id: 'bob' })).errors).toMatchObject([
      { pointer: '/end_user_id' },
    ]);
  });

  it('is refused if it is not from a configured issuer, for another audience, expired or forged', async () => {
    const count = async () => (await service.get(key, '/v1/messages')).json().data.length;
    const before = await count();
    const { privateKey: forger } = await generateKeyPair('ES256');
    const groups = ['finance'];
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ iss: issuer.issuer, aud: audience }))}.`;
    for (const [token, reason] of [
      [await issuer.sign({ groups }, { issuer: 'https://evil.example' }), 'its issuer is not configured'],
      [await issuer.sign({ groups }, { audience: 'others' }), 'it is for another audience'],
      [await issuer.sign({ groups }, { expiresIn: '-2m' }), 'it has expired'],
      [await issuer.sign({ groups }, { expiresIn: null }), 'a claim is missing'],
      [await issuer.sign({ groups }, { subject: null }), 'a claim is missing'],
      [await issuer.sign({ groups }, { subject: 'x'.repeat(129) }), 'its subject must have'],
      [await issuer.sign({ groups }, { key: forger }), 'its signature is not valid'],
      [await issuer.sign({ groups: new Array(65).fill('').map((_, at) => `g${at}`) }), 'its claim groups'],
      [await issuer.sign({ groups: [7] }), 'its claim groups'],
      [unsigned.replaceAll('=', ''), 'its algorithm is not accepted'],
      ['not a token', 'it is not a signed JWT'],
    ] as const) {
      const problem = problemOf(await ask(token));
      expect([problem.code, problem.status]).toEqual(['invalid_header', 400]);
      expect(problem.detail).toContain(`End-User-Token is refused: ${reason}`);
    }
    const other = await service.createTenant('others');
    const foreign = await ask(await issuer.sign({ groups }), {}, await service.createKey(other));
    expect(problemOf(foreign).detail).toContain('not configured for this tenant');
    expect(await count()).toBe(before);
  });

  it('cannot be checked while the keys of its issuer cannot be read', async () => {
    const gone: TokenIssuer = {
      ...{ issuer: 'http://127.0.0.1:9', audience, jwksUrl: null, groupsClaim: 'groups', tenants: null },
      mcpTenant: null,
    };
    const beside = await startTestService({
      beside: service,
      identity: { provider: null, tokenIssuers: [gone] },
    });
    const token = await issuer.sign({}, { issuer: gone.issuer });
    const response = await beside.post(key, { prompt }, { 'end-user-token': token });
    expect(problemOf(response).code).toBe('provider_error');
    await beside.app.close();
  });
});
