import { roleScopes, roles } from '@avow/contract/roles';
import { logEventPageSchema } from '@avow/contract/testing';
import { meSchema, sessionListSchema, userPageSchema } from '@avow/contract/testing/administration';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cookieOf,
  expectOf,
  invite,
  type SignedIn,
  sendAs,
  signInAs,
  signInByLink,
  tokenOf,
} from '../support/people-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let owner: SignedIn;
const minuteMs = 60_000;
const opened: TestService[] = [];

/** The same service so much later: what it had in memory is gone. */
async function later(ms: number): Promise<TestService> {
  const clock = { nowMs: () => Date.now() + ms };
  const beside = await startTestService({ beside: service, clock });
  opened.push(beside);
  return beside;
}

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('people');
  await service.loadPack(tenantId, officePack);
  owner = await signInAs(service, tenantId, 'owner', { name: 'Grace Hopper' });
});
afterAll(async () => {
  for (const { app } of opened) await app.close();
  await service.close();
});

const codeOf = async (sent: ReturnType<typeof sendAs>) => problemOf(await sent).code;
const me = (person: SignedIn, at = service) => sendAs(at, 'GET', '/v1/me', { person });

async function eventsOf(kind: string, person = owner) {
  const url = `/v1/log/events?kind=${kind}&limit=100`;
  return logEventPageSchema.parse((await sendAs(service, 'GET', url, { person })).json()).data;
}

describe('people', () => {
  it('[CON-11-28] are invited, listed, changed and deleted', async () => {
    const invited = await invite(
      service,
      { person: owner },
      {
        ...{ email: ' Ada@Example.com ', name: 'Ada Lovelace', role: 'editor', groups: ['staff'] },
      },
    );
    const { link, ...shown } = invited;
    expect(shown).toMatchObject({
      ...{ email: 'Ada@Example.com', role: 'editor', status: 'active', groups: ['staff'] },
      ...{ has_password: false, passkeys: 0, created_by: owner.userId, last_sign_in_at: null },
    });
    expect(link.url).toMatch(/^http:\/\/localhost:\d+\/console\/link#avl_[\w-]{43}$/);
    const one = `/v1/users/${shown.user_id}`;
    expect(await expectOf('getUser', sendAs(service, 'GET', one, { person: owner }))).toEqual(shown);
    const listed = await sendAs(service, 'GET', '/v1/users?limit=1', { person: owner });
    expect(userPageSchema.parse(listed.json())).toMatchObject({ data: [shown], has_more: true });
    const body = { role: 'reviewer', name: 'Ada L.', groups: [] };
    const changed = await expectOf('updateUser', sendAs(service, 'PATCH', one, { person: owner, body }));
    expect(changed).toMatchObject(body);
    const again = { email: 'ADA@example.com', name: 'Ada', role: 'editor' };
    const taken = sendAs(service, 'POST', '/v1/users', { person: owner, body: again });
    expect(await codeOf(taken)).toBe('invalid_state');
    await expectOf('deleteUser', sendAs(service, 'DELETE', one, { person: owner }));
    expect(await codeOf(sendAs(service, 'GET', one, { person: owner }))).toBe('not_found');
    const token = { token: tokenOf(link) };
    expect(await codeOf(sendAs(service, 'POST', '/v1/sign-in/link', { body: token }))).toBe('sign_in_failed');
  });

  it('may do what their role allows, and nothing else', async () => {
    const reading = {
      'query:write': ['POST', '/v1/query', { prompt: 'How many days of holiday do I get?' }],
      'messages:read': ['GET', '/v1/messages'],
      'content:manage': ['GET', '/v1/content-packs'],
      'guardrails:manage': ['GET', '/v1/guardrails'],
      'webhooks:manage': ['GET', '/v1/webhook-endpoints'],
      'keys:manage': ['GET', '/v1/api-keys'],
      'log:read': ['GET', '/v1/log/events'],
      'review:decide': ['GET', '/v1/review'],
      'audit:read': ['GET', '/v1/retention'],
      'tenants:manage': ['GET', '/v1/tenants'],
    } as const;
    for (const role of roles) {
      const person = await signInAs(service, tenantId, role);
      expect(meSchema.parse((await me(person)).json()).scopes).toEqual(roleScopes[role]);
      for (const [scope, [method, url, body]] of Object.entries(reading)) {
        const response = await sendAs(service, method, url, { person, body });
        const isAllowed = roleScopes[role].some((one) => one === scope);
        expect([role, scope, response.statusCode]).toEqual([role, scope, isAllowed ? 200 : 403]);
        if (!isAllowed) expect(problemOf(response).code).toBe('insufficient_scope');
      }
    }
  });

  it('give no rights that they lack, and cannot lock out those who have more', async () => {
    const operator = await signInAs(service, tenantId, 'operator');
    const body = { email: 'mallory@example.com', name: 'Mallory', role: 'owner' };
    const as = (person: SignedIn) => ({ person, body });
    expect(await codeOf(sendAs(service, 'POST', '/v1/users', as(operator)))).toBe('insufficient_scope');
    const operators = { ...as(owner), body: { ...body, role: 'operator' } };
    expect(await codeOf(sendAs(service, 'POST', '/v1/users', operators))).toBe('insufficient_scope');
    const ofOwner = `/v1/users/${owner.userId}`;
    for (const [method, url, change] of [
      ['PATCH', ofOwner, { status: 'disabled' }],
      ['POST', `${ofOwner}/link`, {}],
      ['DELETE', ofOwner, undefined],
      ['DELETE', `${ofOwner}/sessions`, undefined],
    ] as const) {
      const sent = sendAs(service, method, url, { person: operator, body: change });
      expect(await codeOf(sent), `${method} ${url}`).toBe('insufficient_scope');
    }
    const inGroup = { ...body, role: 'operator', groups: ['board'] };
    const beyond = sendAs(service, 'POST', '/v1/users', { person: operator, body: inGroup });
    expect(await codeOf(beyond)).toBe('insufficient_scope');
    const member = await signInAs(service, tenantId, 'operator', { groups: ['board'] });
    const takeOver = { person: operator, body: {} };
    const link = sendAs(service, 'POST', `/v1/users/${member.userId}/link`, takeOver);
    expect(await codeOf(link)).toBe('insufficient_scope');
    const editor = await signInAs(service, tenantId, 'editor');
    const promoted = sendAs(service, 'PATCH', `/v1/users/${editor.userId}`, {
      ...{ person: editor, body: { role: 'owner' } },
    });
    expect(await codeOf(promoted)).toBe('insufficient_scope');
  });

  it('keep the last owner', async () => {
    const other = await service.createTenant('lonely');
    const only = await signInAs(service, other, 'owner');
    const url = `/v1/users/${only.userId}`;
    const change = (body: object) => sendAs(service, 'PATCH', url, { person: only, body });
    expect(await codeOf(change({ role: 'auditor' }))).toBe('invalid_state');
    expect(await codeOf(change({ status: 'disabled' }))).toBe('invalid_state');
    expect(await codeOf(sendAs(service, 'DELETE', url, { person: only }))).toBe('invalid_state');
    await signInAs(service, other, 'owner');
    await expectOf('updateUser', change({ role: 'auditor' }));
  });

  it('of another tenant do not exist', async () => {
    const stranger = await signInAs(service, await service.createTenant('elsewhere'), 'owner');
    const url = `/v1/users/${owner.userId}`;
    for (const [method, path, body] of [
      ['GET', url, undefined],
      ['PATCH', url, { name: 'x' }],
      ['DELETE', url, undefined],
      ['POST', `${url}/link`, {}],
      ['GET', `${url}/sessions`, undefined],
      ['DELETE', `${url}/sessions`, undefined],
      ['GET', '/v1/users/usr_malformed', undefined],
    ] as const)
      expect(await codeOf(sendAs(service, method, path, { person: stranger, body }))).toBe('not_found');
    const listed = userPageSchema.parse(
      (await sendAs(service, 'GET', '/v1/users', { person: stranger })).json(),
    );
    expect(listed.data.map(({ user_id }) => user_id)).toEqual([stranger.userId]);
  });

  it('are refused with clear problems, and nothing is changed', async () => {
    const create = (body: unknown) => sendAs(service, 'POST', '/v1/users', { person: owner, body });
    const right = { email: 'bob@example.com', name: 'Bob', role: 'editor' };
    for (const [pointer, body] of [
      ['/email', { ...right, email: 'bob' }],
      ['/email', { ...right, email: `${'b'.repeat(250)}@example.com` }],
      ['/name', { ...right, name: 'Bob\u0000' }],
      ['/role', { ...right, role: 'admin' }],
      ['/groups', { ...right, groups: new Array(65).fill('g') }],
      ['/tenant', { ...right, tenant: 'x' }],
    ] as const) {
      const problem = problemOf(await create(body));
      expect([problem.code, problem.errors?.[0]?.pointer]).toEqual(['validation_failed', pointer]);
    }
    const nothing = sendAs(service, 'PATCH', `/v1/users/${owner.userId}`, { person: owner, body: {} });
    expect(await codeOf(nothing)).toBe('validation_failed');
    expect(await service.data.store.people.findUser(tenantId, { email: right.email })).toBeNull();
  });
});

describe('a one-time link', () => {
  it('signs a person in once', async () => {
    const { link, user_id: userId } = await invite(
      service,
      { person: owner },
      {
        ...{ email: 'once@example.com', name: 'Once', role: 'auditor' },
      },
    );
    const signedIn = await signInByLink(service, tokenOf(link));
    expect(meSchema.parse((await me(signedIn)).json())).toMatchObject({
      ...{ user: { user_id: userId }, session: { method: 'link', current: true } },
      tenant: { tenant_id: tenantId, name: 'people' },
    });
    const body = { token: tokenOf(link) };
    expect(await codeOf(sendAs(service, 'POST', '/v1/sign-in/link', { body }))).toBe('sign_in_failed');
  });

  it('expires, and is replaced by the next', async () => {
    const { link, user_id: userId } = await invite(
      service,
      { person: owner },
      {
        ...{ email: 'late@example.com', name: 'Late', role: 'auditor' },
      },
    );
    const renew = () => sendAs(service, 'POST', `/v1/users/${userId}/link`, { person: owner, body: {} });
    const second = await expectOf<{ url: string }>('createUserLink', renew());
    const use = (url: string, at = service) =>
      sendAs(at, 'POST', '/v1/sign-in/link', { body: { token: tokenOf({ url }) } });
    expect(await codeOf(use(link.url))).toBe('sign_in_failed');
    expect(await codeOf(use(second.url, await later(72 * 60 * minuteMs)))).toBe('sign_in_failed');
    expect((await use(second.url)).statusCode).toBe(200);
  });
});

describe('a session', () => {
  it('is in a cookie that scripts cannot read, and only its hash is stored', async () => {
    const { link } = await invite(
      service,
      { person: owner },
      {
        ...{ email: 'cookie@example.com', name: 'Cookie', role: 'auditor' },
      },
    );
    const response = await sendAs(service, 'POST', '/v1/sign-in/link', { body: { token: tokenOf(link) } });
    expect(response.headers['set-cookie']).toMatch(
      /^avow-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
    const [, token = ''] = cookieOf(response).split('=');
    expect(service.logText()).not.toContain(token);
    const { people } = service.data.store;
    expect(await people.findSession(token)).toBeNull();
  });

  it('[CON-8-17] needs a CSRF token for what changes something, and none for what does not', async () => {
    const body = { name: 'Grace' };
    const url = `/v1/users/${owner.userId}`;
    const { cookie } = owner;
    const other = await signInAs(service, tenantId, 'owner');
    for (const headers of [{}, { 'x-csrf-token': 'wrong' }, { 'x-csrf-token': other.csrfToken }]) {
      const sent = sendAs(service, 'PATCH', url, { body, headers: { cookie, ...headers } });
      expect(await codeOf(sent)).toBe('csrf_failed');
    }
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    const sent = sendAs(service, 'PATCH', url, { person: owner, body, headers: crossSite });
    expect(await codeOf(sent)).toBe('csrf_failed');
    const signIn = sendAs(service, 'POST', '/v1/sign-in/link', { body: { token: 'x' }, headers: crossSite });
    expect(await codeOf(signIn)).toBe('csrf_failed');
    expect((await sendAs(service, 'GET', url, { headers: { cookie } })).statusCode).toBe(200);
    const read = await sendAs(service, 'GET', url, { person: owner });
    expect(read.json()).toMatchObject({ name: 'Grace Hopper' });
  });

  it('[CON-8-16] ends when it is not used, at its limit, and at the sign-out', async () => {
    const person = await signInAs(service, tenantId, 'auditor');
    const idle = await me(person, await later(61 * minuteMs));
    expect(problemOf(idle)).toMatchObject({ code: 'session_ended', status: 401 });
    // Used every 59 minutes, it goes on.
    for (let times = 1; times <= 2; times += 1) {
      expect((await me(person, await later(times * 59 * minuteMs))).statusCode).toBe(200);
      const { sessionId } = (await service.data.store.people.listSessions(tenantId, person.userId))[0] ?? {};
      await service.data.store.people.touchSession(
        tenantId,
        sessionId ?? expect.fail(),
        Date.now() + times * 59 * minuteMs,
      );
    }
    expect(await codeOf(me(person, await later(12 * 60 * minuteMs + 1)))).toBe('session_ended');
    const leaving = await signInAs(service, tenantId, 'auditor');
    const out = await sendAs(service, 'POST', '/v1/sign-out', { person: leaving, body: {} });
    expect([out.statusCode, out.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect(await codeOf(me(leaving, await later(1000)))).toBe('session_ended');
    const unknown = { cookie: `avow-session=${'x'.repeat(43)}`, csrfToken: '' };
    expect(await codeOf(sendAs(service, 'GET', '/v1/me', { person: unknown }))).toBe('unauthenticated');
  });

  it('ends when an owner revokes it, or disables, deletes or suspends whose it is', async () => {
    const other = await service.createTenant('ending');
    const boss = await signInAs(service, other, 'owner');
    const [one, two, three] = [
      await signInAs(service, other, 'editor'),
      await signInAs(service, other, 'editor'),
      await signInAs(service, other, 'editor'),
    ];
    const at = (person: SignedIn) => `/v1/users/${person.userId}`;
    const open = await sendAs(service, 'GET', `${at(one)}/sessions`, { person: boss });
    const [session] = sessionListSchema.parse(open.json()).data;
    expect(session).toMatchObject({ method: 'link', current: false, address: '127.0.0.1' });
    const ended = sendAs(service, 'DELETE', `${at(one)}/sessions/${session?.session_id}`, { person: boss });
    await expectOf('endUserSession', ended);
    const disable = { person: boss, body: { status: 'disabled' } };
    await expectOf('updateUser', sendAs(service, 'PATCH', at(two), disable));
    await expectOf('deleteUser', sendAs(service, 'DELETE', at(three), { person: boss }));
    const soon = await later(1000);
    expect(await codeOf(me(one, soon))).toBe('session_ended');
    expect(await codeOf(me(two, soon))).toBe('session_ended');
    expect(await codeOf(me(three, soon))).toBe('unauthenticated');
    await service.data.store.access.setTenantStatus(other, 'suspended');
    expect(await codeOf(me(boss, soon))).toBe('tenant_suspended');
  });

  it('is listed for its owner, who can end the others', async () => {
    const first = await signInAs(service, tenantId, 'auditor');
    const link = await expectOf<{ url: string }>(
      'createUserLink',
      sendAs(service, 'POST', `/v1/users/${first.userId}/link`, { person: owner, body: {} }),
    );
    const second = await signInByLink(service, tokenOf(link));
    const list = async () =>
      sessionListSchema.parse((await sendAs(service, 'GET', '/v1/me/sessions', { person: second })).json())
        .data;
    expect((await list()).map(({ current }) => current).toSorted()).toEqual([false, true]);
    await expectOf('endMyOtherSessions', sendAs(service, 'DELETE', '/v1/me/sessions', { person: second }));
    expect((await list()).map(({ current }) => current)).toEqual([true]);
    expect(await codeOf(me(first, await later(1000)))).toBe('session_ended');
    const unknown = '/v1/me/sessions/ses_01jd8n4w6zfk3v5q7r9s2t4x6y';
    expect(await codeOf(sendAs(service, 'DELETE', unknown, { person: second }))).toBe('not_found');
  });

  it('follows a change of the role within a second', async () => {
    const person = await signInAs(service, tenantId, 'auditor');
    const body = { role: 'reviewer' };
    await expectOf(
      'updateUser',
      sendAs(service, 'PATCH', `/v1/users/${person.userId}`, { person: owner, body }),
    );
    const soon = await later(1000);
    expect((await sendAs(soon, 'GET', '/v1/review', { person })).statusCode).toBe(200);
    expect(await codeOf(sendAs(soon, 'GET', '/v1/log/events', { person }))).toBe('insufficient_scope');
  });

  it('is not what a key is', async () => {
    const key = await service.createKey(tenantId, { scopes: ['keys:manage'] });
    expect(await codeOf(sendAs(service, 'GET', '/v1/me', { key }))).toBe('session_required');
    expect(await codeOf(sendAs(service, 'GET', '/v1/me'))).toBe('unauthenticated');
    // A key counts even if a cookie is sent with it, and needs no CSRF token.
    const headers = { cookie: owner.cookie };
    const body = { email: 'key@example.com', name: 'By key', role: 'auditor' };
    const sent = sendAs(service, 'POST', '/v1/users', { key, body, headers });
    expect(await codeOf(sent)).toBe('insufficient_scope');
  });
});

describe('what a person does', () => {
  it('[CON-8-18] is on the log of the tenant under their name', async () => {
    const editor = await signInAs(service, tenantId, 'editor', { name: 'Édouard Lucas' });
    const body = { name: 'New pack' };
    const created = await sendAs(service, 'POST', '/v1/content-packs', { person: editor, body });
    expect(created.statusCode).toBe(201);
    const { id: packId } = created.json();
    await sendAs(service, 'DELETE', `/v1/content-packs/${packId}`, { person: editor });
    const actions = (await eventsOf('action')).filter(({ actor }) => actor === editor.userId);
    const actor_name = 'Édouard Lucas';
    expect(actions.map(({ action, subject, details }) => ({ action, subject, details }))).toEqual([
      { action: 'requested', subject: packId, details: { operation: 'deleteContentPack', actor_name } },
      { action: 'requested', subject: '', details: { operation: 'createContentPack', actor_name } },
    ]);
    const [signedIn] = (await eventsOf('session')).filter(({ actor }) => actor === editor.userId);
    expect(signedIn).toMatchObject({ action: 'signed_in', details: { method: 'link', actor_name } });
  });

  it('is asked for their own groups, and recorded as theirs', async () => {
    const pack = {
      'pay.md': '---\ngroups: [finance]\n---\n# Bonus\n\nThe bonus for the night shift is 450 euros.\n',
    };
    await service.loadPack(tenantId, pack, 'pay');
    const prompt = 'How much is the bonus for the night shift?';
    const ask = async (person: SignedIn, more: object = {}) =>
      await sendAs(service, 'POST', '/v1/query', { person, body: { prompt, ...more } });
    const reviewer = await signInAs(service, tenantId, 'reviewer', { groups: ['finance'] });
    const answered = (await ask(reviewer)).json();
    expect(answered.answer).toContain('450 euros');
    const record = (
      await sendAs(service, 'GET', `/v1/messages/${answered.message_id}/audit`, { person: owner })
    ).json();
    expect(record).toMatchObject({ groups: ['finance'], end_user_id: reviewer.userId });
    expect((await ask(reviewer, { groups: [] })).json().answer).not.toContain('450');
    const beyond = problemOf(await ask(reviewer, { groups: ['finance', 'board'] }));
    expect(beyond.errors).toMatchObject([{ pointer: '/groups/1', code: 'invalid_value' }]);
    const asAnother = problemOf(await ask(reviewer, { end_user_id: owner.userId }));
    expect(asAnother.errors).toMatchObject([{ pointer: '/end_user_id', code: 'invalid_value' }]);
    const outsider = await signInAs(service, tenantId, 'reviewer');
    expect((await ask(outsider)).json().answer).not.toContain('450');
    const editor = await signInAs(service, tenantId, 'editor');
    expect((await ask(editor, { groups: ['finance'] })).json().answer).toContain('450');
  });
});

describe('a service on a network', () => {
  it('signs nobody in over plain http', async () => {
    const exposed = await startTestService({
      beside: service,
      env: { AVOW_BASE_URL: 'http://answers.example' },
    });
    const refused = await sendAs(exposed, 'POST', '/v1/sign-in/link', { body: { token: 'x' } });
    expect(problemOf(refused).code).toBe('invalid_state');
    expect((await sendAs(exposed, 'GET', '/v1/sign-in')).json()).toMatchObject({ password: false });
    expect(await codeOf(sendAs(exposed, 'GET', '/v1/me', { person: owner }))).toBe('unauthenticated');
    await exposed.app.close();
    const host = { headers: { host: 'answers.example' }, body: { token: 'x' } };
    expect(await codeOf(sendAs(service, 'POST', '/v1/sign-in/link', host))).toBe('invalid_state');
  });

  it('uses a cookie that only https carries', async () => {
    const env = { AVOW_BASE_URL: 'https://answers.example' };
    const safe = await startTestService({ beside: service, env });
    const { link } = await invite(
      safe,
      { key: await service.createKey(tenantId, { scopes: roleScopes.owner }) },
      {
        ...{ email: 'secure@example.com', name: 'Secure', role: 'auditor' },
      },
    );
    expect(link.url).toMatch(/^https:\/\/answers\.example\/console\/link#/);
    const response = await sendAs(safe, 'POST', '/v1/sign-in/link', { body: { token: tokenOf(link) } });
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-avow-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    await safe.app.close();
  });
});
