import { meSchema } from '@avow/contract/testing/administration';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/features/people/passwords.ts';
import { createPerson } from '../../src/features/people/people.ts';
import { createSignIn } from '../../src/features/people/sign-in.ts';
import { createRateLimiter } from '../../src/limits/gcra.ts';
import {
  cookieOf,
  expectOf,
  type SignedIn,
  sendAs,
  signInAs,
  signInByLink,
} from '../support/people-client.ts';
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
const password = 'correct horse battery staple';
const origin = 'http://localhost';

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_BASE_URL: origin } });
  tenantId = await service.createTenant('sign-in');
});
afterAll(() => service.close());

const codeOf = async (sent: ReturnType<typeof sendAs>) => problemOf(await sent).code;
const byPassword = (email: string, given = password, at = service, tenant?: string) => {
  const body = { email, password: given, ...(tenant === undefined ? {} : { tenant }) };
  return sendAs(at, 'POST', '/v1/sign-in/password', { body });
};
const setPassword = (person: SignedIn, body: object, at = service) =>
  sendAs(at, 'PUT', '/v1/me/password', { person, body });

async function failuresOf(userId: string) {
  const { log } = service.data.store;
  const events = await log.listLogEvents(tenantId, { kind: 'session' }, { before: null, limit: 100 });
  return events.filter(({ text }) => text.includes('sign_in_failed') && text.includes(userId)).length;
}

describe('a password', () => {
  it('[CON-8-15] is set after a sign-in by link, and signs the person in from then on', async () => {
    const person = await signInAs(service, tenantId, 'editor');
    expect(await codeOf(byPassword(person.email))).toBe('sign_in_failed');
    await expectOf('setPassword', setPassword(person, { password }));
    const me = await sendAs(service, 'GET', '/v1/me', { person });
    expect(me.json()).toMatchObject({ user: { has_password: true } });
    const response = await byPassword(person.email.toUpperCase());
    expect(meSchema.parse(response.json())).toMatchObject({
      ...{ user: { user_id: person.userId, has_password: true }, session: { method: 'password' } },
    });
    expect(cookieOf(response)).toMatch(/^avow-session=[\w-]{43}$/);
    const stored = await service.data.store.people.getPasswordHash(tenantId, person.userId);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(service.logText()).not.toContain(password);
  });

  it('is refused alike for a wrong one, an unknown person and one who is disabled', async () => {
    const person = await signInAs(service, tenantId, 'editor');
    await expectOf('setPassword', setPassword(person, { password }));
    const strip = async (sent: ReturnType<typeof sendAs>) => {
      const { request_id: _id, ...problem } = problemOf(await sent);
      return problem;
    };
    const wrong = await strip(byPassword(person.email, 'not the password'));
    expect(wrong).toMatchObject({ code: 'sign_in_failed', status: 401 });
    expect(await strip(byPassword('nobody@example.com'))).toEqual(wrong);
    await signInAs(service, tenantId, 'owner');
    const changes = { status: 'disabled' } as const;
    const by = { atMs: Date.now(), actor: 'operator' } as const;
    await service.data.store.people.updateUser(tenantId, person.userId, { ...by, changes });
    expect(await strip(byPassword(person.email))).toEqual(wrong);
    expect(await failuresOf(person.userId)).toBe(2);
  });

  it('is compared with something even if there is nobody to compare with', async () => {
    const compared: Array<string | null> = [];
    const { people: store, log } = service.data.store;
    const passwords = createPasswords();
    const signIn = createSignIn({
      ...{ store, log, clock: { nowMs: Date.now }, sessions: undefined as never, attemptMs: 1 },
      pepper: service.data.pepper,
      isManaged: () => false,
      accounts: createRateLimiter({ perMinute: 100, burst: 100 }),
      passwords: {
        ...passwords,
        matches: async (storedHash, given) => {
          compared.push(storedHash);
          return await passwords.matches(storedHash, given);
        },
      },
    });
    const given = { email: 'nobody@example.com', password, tenant: null };
    const tried = signIn.withPassword(given, { address: '', userAgent: '' });
    await expect(tried).rejects.toMatchObject({ code: 'sign_in_failed' });
    expect(compared).toEqual([null]);
    expect(await passwords.matches(null, password)).toBe(false);
  });

  it('signs in the one of several tenants whose password it is', async () => {
    const person = await signInAs(service, tenantId, 'editor');
    await expectOf('setPassword', setPassword(person, { password }));
    const others = await service.createTenant('same-address');
    const clock = { nowMs: () => Date.now() };
    const given = {
      email: person.email,
      name: 'Eve',
      role: 'editor',
      groups: [],
      actor: 'operator',
    } as const;
    const { link } = await createPerson(
      { store: service.data.store.people, clock, pepper: service.data.pepper },
      others,
      given,
    );
    const namesake = await signInByLink(service, link.token);
    const another = 'another horse battery staple';
    await expectOf('setPassword', setPassword(namesake, { password: another }));
    const userOf = async (sent: ReturnType<typeof sendAs>) =>
      meSchema.parse((await sent).json()).user.user_id;
    expect(await userOf(byPassword(person.email))).toBe(person.userId);
    expect(await userOf(byPassword(person.email, another))).toBe(namesake.userId);
    expect(await codeOf(byPassword(person.email, 'neither of the two'))).toBe('sign_in_failed');
    await expectOf('setPassword', setPassword(namesake, { password, current_password: another }));
    expect(await codeOf(byPassword(person.email))).toBe('sign_in_failed');
    expect(await userOf(byPassword(person.email, password, service, 'same-address'))).toBe(namesake.userId);
  });

  it('notes a wrong current password', async () => {
    const person = await signInAs(service, tenantId, 'editor');
    await expectOf('setPassword', setPassword(person, { password }));
    const wrong = { password: 'a new horse battery staple', current_password: 'wrong' };
    expect(await codeOf(setPassword(person, wrong))).toBe('sign_in_failed');
    expect(await failuresOf(person.userId)).toBe(1);
  });

  it('is not tried more often under another spelling of the address', async () => {
    const limited = await startTestService({
      beside: service,
      env: { AVOW_ACCOUNT_SIGN_INS_PER_MINUTE: '1' },
    });
    expect(await codeOf(byPassword('boss@example.com', 'x', limited))).toBe('sign_in_failed');
    expect(await codeOf(byPassword('BOSS@example.com', 'x', limited))).toBe('rate_limited');
    expect(await codeOf(byPassword('\uff42oss@example.com', 'x', limited))).toBe('validation_failed');
    await limited.app.close();
  });

  it('is limited for each person and each address', async () => {
    const perPerson = await startTestService({
      beside: service,
      env: { AVOW_ACCOUNT_SIGN_INS_PER_MINUTE: '2' },
    });
    for (const expected of ['sign_in_failed', 'sign_in_failed', 'rate_limited'])
      expect(await codeOf(byPassword('nobody@example.com', 'x', perPerson))).toBe(expected);
    expect(await codeOf(byPassword('somebody@example.com', 'x', perPerson))).toBe('sign_in_failed');
    await perPerson.app.close();
    const perAddress = await startTestService({ beside: service, env: { AVOW_SIGN_INS_PER_MINUTE: '1' } });
    const body = { token: 'x' };
    const use = () => sendAs(perAddress, 'POST', '/v1/sign-in/link', { body });
    expect(await codeOf(use())).toBe('sign_in_failed');
    const limited = await use();
    expect(problemOf(limited).code).toBe('rate_limited');
    expect(limited.headers['retry-after']).toBe('60');
    await perAddress.app.close();
  });

  it('is changed only by somebody who knows it, or has just signed in by other means', async () => {
    const person = await signInAs(service, tenantId, 'editor');
    for (const short of ['short', 'x'.repeat(129)])
      expect(await codeOf(setPassword(person, { password: short }))).toBe('validation_failed');
    await expectOf('setPassword', setPassword(person, { password }));
    const response = await byPassword(person.email);
    const { csrf_token: csrfToken } = response.json();
    const again: SignedIn = { ...person, cookie: cookieOf(response), csrfToken };
    const next = 'another long password';
    expect(await codeOf(setPassword(again, { password: next }))).toBe('recent_sign_in_required');
    const wrong = { password: next, current_password: 'wrong' };
    expect(await codeOf(setPassword(again, wrong))).toBe('sign_in_failed');
    await expectOf('setPassword', setPassword(again, { password: next, current_password: password }));
    // The session by link has ended with it.
    const later = await startTestService({ beside: service, clock: { nowMs: () => Date.now() + 1000 } });
    expect(await codeOf(sendAs(later, 'GET', '/v1/me', { person }))).toBe('session_ended');
    await later.app.close();
    expect((await byPassword(person.email, next)).statusCode).toBe(200);
    const old = await startTestService({ beside: service, clock: { nowMs: () => Date.now() + 16 * 60_000 } });
    const late = await signInAs(service, tenantId, 'editor');
    expect(await codeOf(setPassword(late, { password }, old))).toBe('recent_sign_in_required');
    await old.app.close();
  });

  it('takes the tenant by its name or id', async () => {
    const [one, other] = [await service.createTenant('one'), await service.createTenant('other')];
    const person = await signInAs(service, one, 'owner');
    await expectOf('setPassword', setPassword(person, { password }));
    expect((await byPassword(person.email)).statusCode).toBe(200);
    const options = { atMs: Date.now(), actor: 'operator', link: null, usersMax: 9 } as const;
    const twin = { userId: 'usr_twin', email: person.email, name: 'Twin', role: 'owner' } as const;
    await service.data.store.people.createUser(other, { ...twin, groups: [], identity: null }, options);
    // Nobody else can lock a person out by giving their address to another tenant.
    expect((await byPassword(person.email)).statusCode).toBe(200);
    expect((await byPassword(person.email, password, service, 'one')).statusCode).toBe(200);
    expect((await byPassword(person.email, password, service, one)).statusCode).toBe(200);
    expect(await codeOf(byPassword(person.email, password, service, 'other'))).toBe('sign_in_failed');
  });
});

describe('a passkey', () => {
  const rpId = 'localhost';
  const post = (url: string, person: SignedIn | undefined, body: object) =>
    sendAs(service, 'POST', url, { ...(person === undefined ? {} : { person }), body });
  interface Options {
    readonly challenge: string;
    readonly options: { readonly challenge: string };
  }

  async function register(person: SignedIn, authenticator = createSoftwareAuthenticator()) {
    const begun = await expectOf<Options>(
      'createPasskeyRegistration',
      post('/v1/me/passkeys/options', person, {}),
    );
    const credential = authenticator.create({
      ...{ challenge: begun.options.challenge, origin, rpId },
    });
    const body = { challenge: begun.challenge, credential, name: 'Laptop' };
    return { authenticator, body, added: await post('/v1/me/passkeys', person, body) };
  }

  async function use(
    authenticator: ReturnType<typeof createSoftwareAuthenticator>,
    userHandle: string,
    changes: { readonly origin?: string; readonly rpId?: string } = {},
  ) {
    const begun = await expectOf<Options>(
      'createPasskeySignIn',
      post('/v1/sign-in/passkey/options', undefined, {}),
    );
    const { challenge } = begun.options;
    const credential = authenticator.get({
      challenge,
      origin,
      rpId,
      userHandle,
      ...changes,
    });
    return { challenge: begun.challenge, credential };
  }

  it('is added by somebody who is signed in, and signs them in from then on, once for each challenge', async () => {
    const person = await signInAs(service, tenantId, 'reviewer');
    const { authenticator, added } = await register(person);
    expect(added.statusCode, added.body).toBe(201);
    const passkey = await expectOf<{ passkey_id: string }>('addPasskey', Promise.resolve(added));
    const body = await use(authenticator, person.userId);
    const signedIn = await expectOf('signInWithPasskey', post('/v1/sign-in/passkey', undefined, body));
    expect(signedIn).toMatchObject({ user: { user_id: person.userId }, session: { method: 'passkey' } });
    expect(await codeOf(post('/v1/sign-in/passkey', undefined, body))).toBe('sign_in_failed');
    const listed = await expectOf('listPasskeys', sendAs(service, 'GET', '/v1/me/passkeys', { person }));
    expect(listed).toMatchObject({ data: [{ name: 'Laptop', last_used_at: expect.any(String) }] });
    const url = `/v1/me/passkeys/${passkey.passkey_id}`;
    await expectOf('deletePasskey', sendAs(service, 'DELETE', url, { person }));
    const late = await use(authenticator, person.userId);
    expect(await codeOf(post('/v1/sign-in/passkey', undefined, late))).toBe('sign_in_failed');
  });

  it('is refused from another page, for another person and with a challenge of another', async () => {
    const person = await signInAs(service, tenantId, 'reviewer');
    const { authenticator, body, added } = await register(person);
    expect(added.statusCode).toBe(201);
    expect(await codeOf(post('/v1/me/passkeys', person, body))).toBe('invalid_state');
    for (const changes of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
      const given = await use(authenticator, person.userId, changes);
      expect(await codeOf(post('/v1/sign-in/passkey', undefined, given))).toBe('sign_in_failed');
    }
    expect(await failuresOf(person.userId)).toBe(2);
    const stranger = await signInAs(service, tenantId, 'reviewer');
    const asStranger = await use(authenticator, stranger.userId);
    expect(await codeOf(post('/v1/sign-in/passkey', undefined, asStranger))).toBe('sign_in_failed');
    const { challenge } = await use(authenticator, person.userId);
    const mixed = { challenge, credential: { id: 7 } };
    expect(await codeOf(post('/v1/sign-in/passkey', undefined, mixed))).toBe('sign_in_failed');
    const forged = { ...body, challenge: `${body.challenge}x` };
    expect(await codeOf(post('/v1/me/passkeys', person, forged))).toBe('validation_failed');
    expect(await codeOf(post('/v1/me/passkeys', stranger, body))).toBe('validation_failed');
  });
});
