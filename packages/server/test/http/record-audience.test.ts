import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenIssuer } from '../../src/config/identity-settings.ts';
import { type FakeIssuer, startFakeIssuer } from '../support/fake-issuer.ts';
import { expectOf, invite, sendAs, signInAs } from '../support/people-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

const audience = 'answers';
const bonus = { prompt: 'How much is the bonus for the night shift?', groups: ['finance'] };
const shift = 'When does the night shift begin?';
let issuer: FakeIssuer;
let service: TestService;
let tenantId: TenantId;
let plain: string;
let finance: string;

beforeAll(async () => {
  issuer = await startFakeIssuer(audience);
  const one: TokenIssuer = {
    ...{ issuer: issuer.issuer, audience, jwksUrl: null, groupsClaim: 'groups', tenants: null },
    mcpTenant: null,
  };
  service = await startTestService({
    identity: { provider: null, tokenIssuers: [one] },
    env: { AVOW_ANSWER_CACHE_MS: '60000' },
  });
  tenantId = await service.createTenant('audience');
  await service.loadPack(tenantId, {
    'pay.md': '---\ngroups: [finance]\n---\n# Bonus\n\nThe bonus for the night shift is 450 euros.\n',
    'cars.md': '---\ngroups: [finance, board]\n---\n# Cars\n\nA limousine is leased for 900 euros.\n',
    'shifts.md': '# Shifts\n\nThe night shift begins at ten.\n',
    'faq.qna.json': JSON.stringify([
      { question: 'What is the code of the safe?', answer: 'It is 77 then 12.', groups: ['finance'] },
    ]),
  });
  plain = await service.createKey(tenantId, { groups: [] });
  finance = await service.createKey(tenantId, { groups: ['finance'] });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

const statusOf = async (key: string, messageId: string, headers = {}) =>
  (await service.get(key, `/v1/messages/${messageId}`, headers)).statusCode;

describe('who may see a record', () => {
  it('is everybody, if nothing restricted was found for it', async () => {
    const { message_id: asked } = await service.ask(plain, { prompt: shift });
    expect(await statusOf(finance, asked)).toBe(200);
    const named = await service.ask(finance, { prompt: 'Is there a swimming pool?', groups: ['finance'] });
    expect(await statusOf(plain, named.message_id)).toBe(200);
  });

  it('is those who may name one of the groups of each source that was found, cited or not', async () => {
    const both = await service.createKey(tenantId, { groups: ['board', 'finance'] });
    const board = await service.createKey(tenantId, { groups: ['board'] });
    const groups = ['board', 'finance'];
    const car = await service.ask(both, { prompt: 'For how much is a limousine leased?', groups: ['board'] });
    expect(car.answer).toContain('900');
    for (const key of [both, board, finance]) expect(await statusOf(key, car.message_id)).toBe(200);
    expect(await statusOf(plain, car.message_id)).toBe(404);
    // Found, although an open document answers.
    const near = await service.ask(both, { prompt: shift, groups });
    expect(near.answer).toContain('ten');
    expect(near.citations.map(({ title }) => title)).toEqual(['Shifts']);
    expect(await statusOf(finance, near.message_id)).toBe(200);
    expect(await statusOf(board, near.message_id)).toBe(404);
  });

  it('is the group of a curated pair, and of what is answered from the cache', async () => {
    const code = await service.ask(finance, { prompt: 'What is the code of the safe?', groups: ['finance'] });
    expect(code).toMatchObject({ source_type: 'qna', answer: 'It is 77 then 12.' });
    expect(await statusOf(plain, code.message_id)).toBe(404);
    await service.ask(finance, bonus);
    const again = await service.ask(finance, bonus);
    expect(again.processing.routing_source).toBe('cache');
    expect(await statusOf(plain, again.message_id)).toBe(404);
    expect(await statusOf(finance, again.message_id)).toBe(200);
  });

  it('is those who may name all groups of a question with a history that its client states', async () => {
    const asked = { prompt: 'And is there a swimming pool?', history: ['Where is the gym?'] };
    const stated = await service.ask(finance, { ...asked, groups: ['finance'] });
    expect(await statusOf(plain, stated.message_id)).toBe(404);
    const open = await service.ask(plain, asked);
    expect(await statusOf(plain, open.message_id)).toBe(200);
  });

  it('is those who may name all groups of a question, until it is known what it relies on', async () => {
    const accepted = await service.post(finance, { prompt: shift, groups: [] }, { prefer: 'respond-async' });
    expect(await statusOf(plain, accepted.json().message_id)).toBe(200);
    const hidden = await service.post(finance, bonus, { prefer: 'respond-async' });
    expect(await statusOf(plain, hidden.json().message_id)).toBe(404);
    const followed = await service.get(plain, `/v1/messages/${hidden.json().message_id}/events`);
    expect(followed.statusCode).toBe(404);
    const member = await service.get(finance, `/v1/messages/${hidden.json().message_id}/events`);
    expect(member.body).toContain('450');
    expect(await statusOf(plain, hidden.json().message_id)).toBe(404);
  });

  it('does not change when the groups of a document do', async () => {
    const other = await service.createTenant('changed');
    const files = (groups: string) => ({
      'pay.md': `---\ngroups: [${groups}]\n---\n# Bonus\n\nThe bonus for the night shift is 450 euros.\n`,
    });
    await service.loadPack(other, files('finance'), 'pay');
    const member = await service.createKey(other, { groups: ['finance'] });
    const { message_id: messageId } = await service.ask(member, bonus);
    await service.loadPack(other, files('board'), 'pay');
    expect(await statusOf(member, messageId)).toBe(200);
    expect(await statusOf(await service.createKey(other, { groups: ['board'] }), messageId)).toBe(404);
  });
});

describe('a thread with an answer for a group', () => {
  it('is not there for a question that is not asked for the group', async () => {
    const both = await service.createKey(tenantId, { groups: ['finance', 'board'] });
    const first = await service.ask(both, bonus);
    const follow = { prompt: 'And for the day shift?', thread_id: first.thread_id };
    for (const [key, groups] of [
      [plain, []],
      [both, []],
      [both, ['board']],
    ] as const) {
      const refused = problemOf(await service.post(key, { ...follow, groups }));
      const unknown = problemOf(await service.post(key, { ...follow, groups, thread_id: 'thr_none' }));
      expect([refused.status, refused.detail]).toEqual([404, unknown.detail]);
    }
    // What follows it is for the same readers, whatever it finds by itself.
    const next = await service.ask(both, { ...follow, groups: ['finance'] });
    expect(next.thread_id).toBe(first.thread_id);
    expect(await statusOf(plain, next.message_id)).toBe(404);
    for (const path of [`/v1/threads/${first.thread_id}`, `/v1/threads/${first.thread_id}/messages`]) {
      expect((await service.get(plain, path)).statusCode).toBe(404);
      expect((await service.get(finance, path)).statusCode).toBe(200);
    }
  });

  it('is not continued by the key of a client, which then names another thread', async () => {
    const named = { thread_key: 'room-1' };
    const first = await service.ask(finance, { ...bonus, ...named });
    const open = await service.ask(finance, { prompt: shift, ...named });
    expect(open.thread_id).not.toBe(first.thread_id);
    expect((await service.ask(finance, { ...bonus, ...named })).thread_id).toBe(first.thread_id);
    expect((await service.ask(finance, { prompt: shift, ...named })).thread_id).toBe(open.thread_id);
  });
});

describe('the token of an end user', () => {
  it('lets its application read what was answered for the groups in it', async () => {
    const token = { 'end-user-token': await issuer.sign({ groups: ['finance', '*'] }, { subject: 'ann' }) };
    const { message_id: messageId } = (await service.post(plain, { prompt: bonus.prompt }, token)).json();
    expect(await statusOf(plain, messageId)).toBe(404);
    expect(await statusOf(plain, messageId, token)).toBe(200);
    const listed = async (headers = {}) => (await service.get(plain, '/v1/messages?limit=100', headers)).body;
    expect(await listed()).not.toContain(messageId);
    expect(await listed(token)).toContain(messageId);
    const others = { 'end-user-token': await issuer.sign({ groups: ['board', '*'] }) };
    expect(await statusOf(plain, messageId, others)).toBe(404);
    const refused = await service.get(plain, `/v1/messages/${messageId}`, { 'end-user-token': 'a.b.c' });
    expect(problemOf(refused).code).toBe('invalid_header');
  });

  it('is needed again where a response that quotes a record is repeated', async () => {
    const token = { 'end-user-token': await issuer.sign({ groups: ['finance'] }, { subject: 'bo' }) };
    const { message_id: messageId } = (await service.post(plain, { prompt: bonus.prompt }, token)).json();
    const give = (headers: Record<string, string>) =>
      sendAs(service, 'POST', `/v1/messages/${messageId}/feedback`, {
        ...{ key: plain, headers: { ...headers, 'idempotency-key': 'feedback-of-bo' } },
        body: { verdict: 'wrong', comment: 'It is 500 euros.' },
      });
    const given = await give(token);
    expect(given.statusCode, given.body).toBe(201);
    expect((await give(token)).headers['idempotent-replayed']).toBe('true');
    const again = await give({});
    expect(problemOf(again).code).toBe('idempotency_key_reused');
    expect(again.body).not.toContain('euros');
  });
});

describe('the right to name all groups', () => {
  it('is visible, on the log, and given only by those who have it', async () => {
    const owner = await signInAs(service, tenantId, 'owner');
    const auditor = { email: 'aud@example.com', name: 'Aud', role: 'auditor' };
    const created = await invite(service, { person: owner }, { ...auditor, groups: ['*'] });
    expect(created).toMatchObject({ groups: ['*'], all_groups: true });
    const { data } = (await sendAs(service, 'GET', '/v1/users', { person: owner })).json();
    const shown = new Map(
      data.map((one: { user_id: string; all_groups: boolean }) => [one.user_id, one.all_groups]),
    );
    expect(shown.get(owner.userId)).toBe(true);
    const path = `/v1/users/${created.user_id}`;
    const change = (groups: string[]) => sendAs(service, 'PATCH', path, { person: owner, body: { groups } });
    expect((await change(['finance'])).json()).toMatchObject({ groups: ['finance'], all_groups: false });
    expect((await change(['*'])).json()).toMatchObject({ all_groups: true });
    const { body: events } = await sendAs(service, 'GET', '/v1/log/events?kind=user', { person: owner });
    expect(events.split('"groups":"*"').length - 1).toBe(2);
    // A key with the scopes of an owner, and without groups, makes nobody who may name more than it.
    const scopes = [
      'keys:manage',
      'query:write',
      'messages:read',
      'audit:read',
      'audit:export',
      'audit:sample',
      'log:read',
    ] as const;
    const limited = await service.createKey(tenantId, { scopes, groups: ['finance'] });
    const by = { key: limited };
    const inviting = (body: object) => sendAs(service, 'POST', '/v1/users', { ...by, body });
    const other = { ...auditor, email: 'other@example.com' };
    expect(problemOf(await inviting({ ...other, groups: ['*'] })).code).toBe('insufficient_scope');
    expect((await inviting({ ...other, groups: ['finance'] })).statusCode).toBe(201);
    expect(problemOf(await sendAs(service, 'PATCH', path, { ...by, body: { groups: [] } })).code).toBe(
      'insufficient_scope',
    );
    const making = (groups: string[], call: object) =>
      sendAs(service, 'POST', '/v1/api-keys', { ...call, body: { scopes: ['messages:read'], groups } });
    expect(problemOf(await making(['*'], by)).code).toBe('insufficient_scope');
    expect(await expectOf('createApiKey', making(['*'], { person: owner }))).toMatchObject({ groups: null });
  });

  it('is not given to a key by its scopes: nobody whom it makes has more than it', async () => {
    const all = ['keys:manage', 'content:manage', 'query:write', 'messages:read'] as const;
    const key = await service.createKey(tenantId, { scopes: all, groups: [] });
    const body = { email: 'ed@example.com', name: 'Ed', role: 'editor' };
    const refused = await sendAs(service, 'POST', '/v1/users', { key, body });
    expect(problemOf(refused).code).toBe('insufficient_scope');
    const any = await service.createKey(tenantId, { scopes: all });
    expect((await sendAs(service, 'POST', '/v1/users', { key: any, body })).statusCode).toBe(201);
  });
});
