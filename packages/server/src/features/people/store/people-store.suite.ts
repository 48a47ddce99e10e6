import type { TenantId, UserId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { sampleTimeMs as atMs, newTenant } from '../../../storage/contract/samples.ts';
import type { BeginSession, NewUser, Passkey, User } from '../people-store.ts';

const byKey = { atMs, actor: 'key_1' } as const;
const usersMax = 100;
const hash = () => newId('evt', atMs);

function sampleUser(changes: Partial<NewUser> = {}): NewUser {
  const userId = newId('usr', atMs);
  return {
    ...{ userId, email: `${userId}@Example.com`, name: 'Ada Lovelace', role: 'owner', groups: ['staff'] },
    identity: null,
    ...changes,
  };
}

function sampleBegin(userId: UserId, changes: Partial<BeginSession> = {}): BeginSession {
  return {
    session: {
      ...{ sessionId: newId('ses', atMs), userId, method: 'password', address: '192.0.2.1' },
      ...{ userAgent: 'test', createdAtMs: atMs, expiresAtMs: atMs + 1000 },
    },
    ...{ tokenHash: hash(), challengeHash: null, linkHash: null, passkey: null, sessionsMax: 10 },
    ...changes,
  };
}

function samplePasskey(userId: UserId): Passkey {
  return {
    ...{
      passkeyId: newId('psk', atMs),
      userId,
      credentialId: hash(),
      publicKey: new Uint8Array([1, 2, 255]),
    },
    ...{ counter: 0, transports: ['usb'], name: 'Key ring', createdAtMs: atMs, lastUsedAtMs: null },
  };
}

/** What every store of people must do, on any database. */
export function describePeopleStore(name: string, open: OpenStore): void {
  describe(`${name} as a store of people`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describeUsers(() => store);
    describeSessions(() => store);
    describePasskeys(() => store);
  });
}

async function create(store: OpenedStore, tenantId: TenantId, changes: Partial<NewUser> = {}): Promise<User> {
  const created = await store.people.createUser(tenantId, sampleUser(changes), {
    ...{ ...byKey, link: null, usersMax },
  });
  if (typeof created === 'string') throw new Error(created);
  return created;
}

async function eventsOf({ log }: OpenedStore, tenantId: TenantId, kind: 'user' | 'session') {
  const events = await log.listLogEvents(tenantId, { kind }, { before: null, limit: 50 });
  return events
    .map(({ text }) => parseEntry(text))
    .map(({ state, actor, details }) => {
      const { revision: _revision, expires_at: _expires, ...others } = Object.fromEntries(details);
      return [state, actor, others];
    })
    .reverse();
}

function describeUsers(get: () => OpenedStore): void {
  it('keeps a person for their tenant, and finds them whatever the case of their address', async () => {
    const { people, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const user = await create(get(), tenantId);
    expect(user).toMatchObject({
      ...{ status: 'active', hasPassword: false, passkeys: 0, createdBy: 'key_1', lastSignInAtMs: null },
      ...{ groups: ['staff'], identity: null },
    });
    expect(await people.getUser(tenantId, user.userId)).toEqual(user);
    expect(await people.getUser(other, user.userId)).toBeNull();
    expect(await people.listUsers(other, { before: null, limit: 9 })).toEqual([]);
    const email = user.email.toUpperCase();
    expect(await people.findUser(tenantId, { email })).toEqual(user);
    expect(await people.findUser(other, { email })).toBeNull();
    expect(await people.findByEmail(email, null)).toMatchObject([{ user, tenant: { tenantId } }]);
    expect(await people.findByEmail(email, tenantId)).toMatchObject([{ user }]);
    expect(await people.findByEmail(email, other)).toEqual([]);
    const same = sampleUser({ email });
    const options = { ...byKey, link: null, usersMax };
    expect(await people.createUser(tenantId, same, options)).toBe('email_taken');
    await create(get(), other, { email });
    expect(await people.findByEmail(email, null)).toHaveLength(2);
    expect(await people.createUser(tenantId, sampleUser(), { ...options, usersMax: 1 })).toBe('too_many');
  });

  it('finds a person by the subject that the provider knows them by', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    const identity = { issuer: 'https://login.example', subject: hash() };
    const user = await create(get(), tenantId);
    expect(await people.findUser(tenantId, identity)).toBeNull();
    await people.updateUser(tenantId, user.userId, { atMs, actor: '', changes: { identity } });
    expect(await people.findUser(tenantId, identity)).toMatchObject({ userId: user.userId, identity });
  });

  it('lists people newest first, in pages', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    for (const userId of ['usr_1', 'usr_2', 'usr_3'] as const) await create(get(), tenantId, { userId });
    const idsOf = (users: readonly User[]) => users.map(({ userId }) => userId);
    const first = await people.listUsers(tenantId, { before: null, limit: 2 });
    expect(idsOf(first)).toEqual(['usr_3', 'usr_2']);
    expect(idsOf(await people.listUsers(tenantId, { before: 'usr_2', limit: 2 }))).toEqual(['usr_1']);
  });

  it('never leaves a tenant without an active owner', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    const owner = await create(get(), tenantId);
    const change = (changes: object) => people.updateUser(tenantId, owner.userId, { ...byKey, changes });
    expect(await change({ role: 'editor' })).toBe('last_owner');
    expect(await change({ status: 'disabled' })).toBe('last_owner');
    expect(await people.deleteUser(tenantId, owner.userId, byKey)).toBe('last_owner');
    const second = await create(get(), tenantId);
    const disabled = { ...byKey, changes: { status: 'disabled' } } as const;
    await people.updateUser(tenantId, second.userId, disabled);
    expect(await change({ role: 'editor' })).toBe('last_owner');
    await people.updateUser(tenantId, second.userId, { ...byKey, changes: { status: 'active' } });
    expect(await change({ role: 'editor', name: 'Ada L.' })).toMatchObject({
      role: 'editor',
      name: 'Ada L.',
    });
    expect(await people.deleteUser(tenantId, owner.userId, byKey)).toBe('deleted');
    expect(await people.deleteUser(tenantId, owner.userId, byKey)).toBe('unknown');
    expect(await change({ name: 'Nobody' })).toBe('unknown');
  });

  it('puts every change on the log, and what a person does under their name', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    const { userId } = await create(get(), tenantId);
    const other = await create(get(), tenantId, { name: 'Charles' });
    const changes = { role: 'editor', groups: [] } as const;
    await people.updateUser(tenantId, other.userId, { atMs, actor: userId, changes });
    await people.deleteUser(tenantId, other.userId, { atMs, actor: other.userId });
    expect(await eventsOf(get(), tenantId, 'user')).toEqual([
      ['created', 'key_1', { name: 'Ada Lovelace', role: 'owner' }],
      ['created', 'key_1', { name: 'Charles', role: 'owner' }],
      ['changed', userId, { role: 'editor', changed: 'groups', actor_name: 'Ada Lovelace' }],
      ['deleted', other.userId, { name: 'Charles', actor_name: 'Charles' }],
    ]);
  });
}

function describeSessions(get: () => OpenedStore): void {
  it('finds a session by the hash of its token, with its person and tenant', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    const { userId } = await create(get(), tenantId);
    const begin = sampleBegin(userId);
    expect(await people.beginSession(tenantId, begin)).toBe(true);
    const session = { ...begin.session, tenantId, lastUsedAtMs: atMs, endedAtMs: null };
    expect(await people.findSession(begin.tokenHash)).toMatchObject({
      ...{ session, user: { userId, lastSignInAtMs: atMs }, tenant: { tenantId, status: 'active' } },
    });
    expect(await people.findSession(hash())).toBeNull();
    await people.touchSession(tenantId, begin.session.sessionId, atMs + 7);
    expect(await people.listSessions(tenantId, userId)).toEqual([{ ...session, lastUsedAtMs: atMs + 7 }]);
    const end = { ...byKey, only: null, keep: null, state: 'revoked' } as const;
    expect(await people.endSessions(await newTenant(access), userId, end)).toBe(0);
    expect(await people.endSessions(tenantId, userId, end)).toBe(1);
    expect(await people.listSessions(tenantId, userId)).toEqual([]);
    expect((await people.findSession(begin.tokenHash))?.session.endedAtMs).toBe(atMs);
    expect(await eventsOf(get(), tenantId, 'session')).toEqual([
      ['signed_in', userId, { method: 'password', actor_name: 'Ada Lovelace' }],
      ['revoked', 'key_1', {}],
    ]);
  });

  it('begins one session with a link, before it expires', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    const { userId } = await create(get(), tenantId);
    const [first, second] = [hash(), hash()];
    const link = (linkHash: string) => ({ ...byKey, linkHash, expiresAtMs: atMs + 1 });
    expect(await people.putLink(tenantId, userId, link(first))).toBe(true);
    expect(await people.putLink(tenantId, userId, link(second))).toBe(true);
    expect(await people.findLink(first)).toBeNull();
    expect(await people.findLink(second)).toMatchObject({ user: { userId }, expiresAtMs: atMs + 1 });
    const late = sampleBegin(userId, { linkHash: second });
    const lateSession = { ...late, session: { ...late.session, createdAtMs: atMs + 1 } };
    expect(await people.beginSession(tenantId, lateSession)).toBe(false);
    expect(await people.beginSession(tenantId, sampleBegin(userId, { linkHash: second }))).toBe(true);
    expect(await people.beginSession(tenantId, sampleBegin(userId, { linkHash: second }))).toBe(false);
    expect(await people.findLink(second)).toBeNull();
  });

  it('begins one session with a challenge, also after that session has ended', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    const { userId } = await create(get(), tenantId);
    const challengeHash = hash();
    expect(await people.beginSession(tenantId, sampleBegin(userId, { challengeHash }))).toBe(true);
    const end = { ...byKey, only: null, keep: null, state: 'signed_out' } as const;
    await people.endSessions(tenantId, userId, end);
    expect(await people.beginSession(tenantId, sampleBegin(userId, { challengeHash }))).toBe(false);
  });

  it('ends the sessions and links of somebody who is disabled, and begins none', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    await create(get(), tenantId);
    const { userId } = await create(get(), tenantId);
    const linkHash = hash();
    await people.putLink(tenantId, userId, { ...byKey, linkHash, expiresAtMs: atMs + 1000 });
    await people.beginSession(tenantId, sampleBegin(userId));
    const changes = { status: 'disabled' } as const;
    await people.updateUser(tenantId, userId, { ...byKey, changes });
    expect(await people.listSessions(tenantId, userId)).toEqual([]);
    expect(await people.findLink(linkHash)).toBeNull();
    expect(await people.beginSession(tenantId, sampleBegin(userId))).toBe(false);
    expect(await people.putLink(tenantId, userId, { ...byKey, linkHash, expiresAtMs: atMs + 1 })).toBe(false);
  });

  it('ends the oldest session beyond the limit, and all others when a password is set', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    const { userId } = await create(get(), tenantId);
    const begins = [1, 2, 3].map((later) => {
      const begin = sampleBegin(userId, { sessionsMax: 2 });
      return { ...begin, session: { ...begin.session, sessionId: newId('ses', atMs + later) } };
    });
    for (const begin of begins) await people.beginSession(tenantId, begin);
    const [, second, third] = begins.map(({ session }) => session.sessionId);
    const open = async () => (await people.listSessions(tenantId, userId)).map(({ sessionId }) => sessionId);
    expect(new Set(await open())).toEqual(new Set([second, third]));
    const keep = second ?? expect.fail();
    await people.setPassword(tenantId, userId, { atMs, passwordHash: '$argon2id$', keep });
    expect(await open()).toEqual([keep]);
    expect(await people.getPasswordHash(tenantId, userId)).toBe('$argon2id$');
    expect(await people.getUser(tenantId, userId)).toMatchObject({ hasPassword: true });
  });

  it('removes what has expired, and everything of somebody who is deleted', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    await create(get(), tenantId);
    const { userId } = await create(get(), tenantId);
    const [early, late] = [sampleBegin(userId), sampleBegin(userId)];
    await people.beginSession(tenantId, early);
    const session = { ...late.session, expiresAtMs: atMs + 5000 };
    await people.beginSession(tenantId, { ...late, session });
    await people.sweep(atMs + 1000);
    expect(await people.findSession(early.tokenHash)).toBeNull();
    expect(await people.findSession(late.tokenHash)).not.toBeNull();
    await people.deleteUser(tenantId, userId, byKey);
    expect(await people.findSession(late.tokenHash)).toBeNull();
  });
}

function describePasskeys(get: () => OpenedStore): void {
  it('keeps passkeys for their person, and finds them by what the authenticator says', async () => {
    const { people, access } = get();
    const tenantId = await newTenant(access);
    const { userId } = await create(get(), tenantId);
    const passkey = samplePasskey(userId);
    const limits = { passkeysMax: 1 };
    expect(await people.addPasskey(tenantId, passkey, limits)).toBe('added');
    expect(await people.addPasskey(tenantId, { ...passkey, passkeyId: 'psk_2' }, limits)).toBe('known');
    expect(await people.addPasskey(tenantId, samplePasskey(userId), limits)).toBe('too_many');
    expect(await people.listPasskeys(tenantId, userId)).toEqual([passkey]);
    expect(await people.findPasskey(passkey.credentialId, userId)).toMatchObject({
      ...{ passkey, user: { userId, passkeys: 1 }, tenant: { tenantId } },
    });
    expect(await people.findPasskey(passkey.credentialId, 'usr_other')).toBeNull();
    const { passkeyId } = passkey;
    const used = sampleBegin(userId, { passkey: { passkeyId, counter: 7 } });
    expect(await people.beginSession(tenantId, used)).toBe(true);
    expect(await people.listPasskeys(tenantId, userId)).toMatchObject([{ counter: 7, lastUsedAtMs: atMs }]);
    expect(await people.deletePasskey(tenantId, 'usr_other', { passkeyId, atMs })).toBe(false);
    expect(await people.deletePasskey(tenantId, userId, { passkeyId, atMs })).toBe(true);
    expect(await people.beginSession(tenantId, { ...used, tokenHash: hash() })).toBe(false);
  });
}
