import type { Role } from '@avow/contract/roles';
import { meSchema } from '@avow/contract/testing/administration';
import type { TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProviderSettings } from '../../src/config/identity-settings.ts';
import { type FakeIssuer, startFakeIssuer } from '../support/fake-issuer.ts';
import { cookieOf, sendAs, signInAs } from '../support/people-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

const clientId = 'avow';
let issuer: FakeIssuer;
let service: TestService;
let tenantId: TenantId;
const opened: TestService[] = [];

const settingsOf = (changes: Partial<IdentityProviderSettings> = {}): IdentityProviderSettings => ({
  ...{ issuer: issuer.issuer, clientId, clientSecret: issuer.clientSecret, name: 'Example SSO' },
  ...{ scopes: 'openid email profile', tenant: 'sso', roleClaim: null, roles: new Map(), groupsClaim: null },
  ...changes,
});

beforeAll(async () => {
  issuer = await startFakeIssuer(clientId);
  const provider = settingsOf();
  service = await startTestService({ identity: { provider, tokenIssuers: [] } });
  tenantId = await service.createTenant('sso');
  await signInAs(service, tenantId, 'owner');
});
afterAll(async () => {
  for (const { app } of opened) await app.close();
  await service.close();
  await issuer.close();
});
afterEach(() => {
  issuer.claims = {};
  issuer.nonce = null;
  issuer.idTokenKey = null;
  issuer.repeatsCodes = false;
});

async function withSettings(changes: Partial<IdentityProviderSettings>): Promise<TestService> {
  const identity = { provider: settingsOf(changes), tokenIssuers: [] };
  const beside = await startTestService({ beside: service, identity });
  opened.push(beside);
  return beside;
}

/** Goes to the provider and comes back, as a browser does; `change` may change where it comes back to. */
async function signIn(at = service, change: (back: URL) => void = () => undefined, keepCookie = true) {
  const begun = await sendAs(at, 'GET', '/v1/sign-in/provider');
  expect(begun.statusCode, begun.body).toBe(302);
  const back = await issuer.authorize(String(begun.headers.location));
  change(back);
  const headers = keepCookie ? { cookie: cookieOf(begun) } : {};
  return await sendAs(at, 'GET', back.pathname + back.search, { headers });
}

const failed = '/console/sign-in#error=sign_in_failed';
const locationOf = async (sent: ReturnType<typeof signIn>) => (await sent).headers.location;

async function invited(email: string, role: Role = 'editor') {
  const userId = newId('usr', Date.now());
  const given = { userId, email, name: 'Alice', role, groups: [], identity: null } as const;
  const options = { atMs: Date.now(), actor: 'operator', link: null, usersMax: 100 } as const;
  await service.data.store.people.createUser(tenantId, given, options);
  return userId;
}

const found = (email: string) => service.data.store.people.findUser(tenantId, { email });

describe('sign-in with an OpenID provider', () => {
  it('[CON-8-15] signs in somebody who was invited under an address that the provider has verified', async () => {
    expect((await sendAs(service, 'GET', '/v1/sign-in')).json()).toEqual({
      ...{ password: true, passkey: true, provider: { name: 'Example SSO' } },
    });
    await invited('alice@example.com');
    issuer.claims = { sub: 'alice-1', email: 'Alice@example.com', email_verified: true };
    const response = await signIn();
    expect([response.statusCode, response.headers.location]).toEqual([303, '/console/']);
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    expect(cookies[0]).toMatch(/^avow-sign-in=; .*Max-Age=0$/);
    const cookie = cookies[1]?.split(';')[0] ?? '';
    const me = await sendAs(service, 'GET', '/v1/me', { headers: { cookie } });
    expect(meSchema.parse(me.json())).toMatchObject({
      ...{ user: { email: 'alice@example.com', provider: true }, session: { method: 'provider' } },
    });
    // From then on the subject counts, whatever the address is.
    issuer.claims = { sub: 'alice-1', email: 'alice@elsewhere.example', email_verified: false };
    expect(await locationOf(signIn())).toBe('/console/');
    issuer.claims = { sub: 'mallory', email: 'alice@example.com', email_verified: true };
    expect(await locationOf(signIn())).toBe(failed);
    const { log } = service.data.store;
    const [event] = await log.listLogEvents(tenantId, { kind: 'session' }, { before: null, limit: 1 });
    expect(event?.text).toContain('"sign_in_failed"');
  });

  it('refuses who was not invited, and an address that is not verified', async () => {
    const bob = await invited('bob@example.com');
    for (const claims of [
      { sub: 'b', email: 'nobody@example.com', email_verified: true },
      { sub: 'b', email: 'bob@example.com', email_verified: false },
      { sub: 'b', email: 'bob@example.com' },
      { sub: 'b' },
    ]) {
      issuer.claims = claims;
      expect(await locationOf(signIn())).toBe(failed);
    }
    const owners = { atMs: Date.now(), actor: 'operator', changes: { status: 'disabled' } } as const;
    await service.data.store.people.updateUser(tenantId, bob, owners);
    issuer.claims = { sub: 'b', email: 'bob@example.com', email_verified: true };
    expect(await locationOf(signIn())).toBe(failed);
  });

  it('accepts no other state, nonce, issuer or browser, and no code twice', async () => {
    await invited('carol@example.com');
    issuer.claims = { sub: 'carol', email: 'carol@example.com', email_verified: true };
    expect(await locationOf(signIn(service, (back) => back.searchParams.set('state', 'x')))).toBe(failed);
    expect(
      await locationOf(signIn(service, (back) => back.searchParams.set('iss', 'https://evil.example'))),
    ).toBe(failed);
    expect(await locationOf(signIn(service, () => undefined, false))).toBe(failed);
    expect(await locationOf(signIn(service, (back) => back.searchParams.set('error', 'access_denied')))).toBe(
      failed,
    );
    issuer.nonce = 'another';
    expect(await locationOf(signIn())).toBe(failed);
    issuer.nonce = null;
    const begun = await sendAs(service, 'GET', '/v1/sign-in/provider');
    const back = await issuer.authorize(String(begun.headers.location));
    const headers = { cookie: cookieOf(begun) };
    const twice = () => sendAs(service, 'GET', back.pathname + back.search, { headers });
    expect((await twice()).headers.location).toBe('/console/');
    expect((await twice()).headers.location).toBe(failed);
  });

  it('accepts no ID token that the provider has not signed', async () => {
    await invited('gina@example.com');
    issuer.claims = { sub: 'gina', email: 'gina@example.com', email_verified: true };
    issuer.idTokenKey = (await generateKeyPair('ES256')).privateKey;
    expect(await locationOf(signIn())).toBe(failed);
    expect(await found('gina@example.com')).toMatchObject({ identity: null, lastSignInAtMs: null });
    issuer.idTokenKey = null;
    expect(await locationOf(signIn())).toBe('/console/');
  });

  it('begins one session with a nonce, on whichever node, even if the provider repeats itself', async () => {
    await invited('hugo@example.com');
    issuer.claims = { sub: 'hugo', email: 'hugo@example.com', email_verified: true };
    issuer.repeatsCodes = true;
    const beside = await withSettings({});
    const begun = await sendAs(service, 'GET', '/v1/sign-in/provider');
    const back = await issuer.authorize(String(begun.headers.location));
    const headers = { cookie: cookieOf(begun) };
    const comeBack = async (to: TestService) =>
      (await sendAs(to, 'GET', back.pathname + back.search, { headers })).headers.location;
    expect(await comeBack(service)).toBe('/console/');
    expect(await comeBack(service)).toBe(failed);
    expect(await comeBack(beside)).toBe(failed);
  });

  it('takes roles and groups from claims, if they are configured', async () => {
    const roles = new Map<string, Role>([
      ['kb-admins', 'owner'],
      ['kb-readers', 'auditor'],
    ]);
    const at = await withSettings({ roleClaim: 'roles', roles, groupsClaim: 'groups' });
    const claims = { sub: 'dora', email: 'dora@example.com', email_verified: true, name: 'Dora' };
    for (const given of [{}, { roles: ['others'] }, { roles: 'owner' }]) {
      issuer.claims = { ...claims, ...given };
      expect(await locationOf(signIn(at))).toBe(failed);
    }
    expect(await found('dora@example.com')).toBeNull();
    issuer.claims = { ...claims, roles: ['x', 'kb-readers'], groups: ['staff', 'board'] };
    expect(await locationOf(signIn(at))).toBe('/console/');
    expect(await found('dora@example.com')).toMatchObject({
      ...{ name: 'Dora', role: 'auditor', groups: ['board', 'staff'], createdBy: '' },
    });
    issuer.claims = { ...claims, roles: ['kb-admins', 'kb-readers'], groups: [] };
    expect(await locationOf(signIn(at))).toBe('/console/');
    expect(await found('dora@example.com')).toMatchObject({ role: 'owner', groups: [] });
  });

  it('alone lets in whose role it names, and keeps no groups of a claim that cannot be read', async () => {
    const at = await withSettings({ roleClaim: 'role', groupsClaim: 'groups' });
    issuer.claims = {
      sub: 'finn',
      email: 'finn@example.com',
      email_verified: true,
      role: 'editor',
      groups: 'staff',
    };
    const response = await signIn(at);
    const cookie = [response.headers['set-cookie'] ?? []].flat()[1]?.split(';')[0] ?? '';
    const me = meSchema.parse((await sendAs(at, 'GET', '/v1/me', { headers: { cookie } })).json());
    const person = { cookie, csrfToken: me.csrf_token };
    const body = { password: 'correct horse battery staple' };
    const refused = await sendAs(at, 'PUT', '/v1/me/password', { person, body });
    expect(problemOf(refused)).toMatchObject({ code: 'invalid_state' });
    const passkey = await sendAs(at, 'POST', '/v1/me/passkeys/options', { person });
    expect(problemOf(passkey)).toMatchObject({ code: 'invalid_state' });
    // Set while there was no provider.
    await sendAs(service, 'PUT', '/v1/me/password', { person, body });
    const email = 'finn@example.com';
    const tried = await sendAs(at, 'POST', '/v1/sign-in/password', { body: { email, ...body } });
    expect(problemOf(tried).code).toBe('sign_in_failed');
    expect(await found(email)).toMatchObject({ groups: ['staff'] });
    issuer.claims = { ...issuer.claims, groups: Array.from({ length: 65 }, (_, at) => `group-${at}`) };
    await signIn(at);
    expect(await found(email)).toMatchObject({ groups: [] });
  });

  it('reports a provider that cannot be reached, and one that is not configured', async () => {
    const at = await withSettings({ issuer: 'http://127.0.0.1:9' });
    expect(problemOf(await sendAs(at, 'GET', '/v1/sign-in/provider')).code).toBe('provider_error');
    const unknown = await withSettings({ tenant: 'nowhere' });
    issuer.claims = { sub: 'e', email: 'e@example.com', email_verified: true };
    expect(await locationOf(signIn(unknown))).toBe('/console/sign-in#error=invalid_state');
    const without = await startTestService({ beside: service });
    opened.push(without);
    expect(problemOf(await sendAs(without, 'GET', '/v1/sign-in/provider')).code).toBe('not_found');
    expect((await sendAs(without, 'GET', '/v1/sign-in')).json()).toMatchObject({ provider: null });
  });
});
