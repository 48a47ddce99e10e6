import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { emailKeyOf, type PeopleStore } from '../people-store.ts';
import {
  decodeFound,
  decodePasskey,
  decodeSession,
  decodeUser,
  encodePasskey,
  type ReadUser,
} from './people-columns.ts';

const decodeOptional = (row: ReadUser | null) => (row === null ? null : decodeUser(row));

/** The user, or why there is none. */
function decodeAnswer<Refusal extends string>(answer: ReadUser | Refusal) {
  return typeof answer === 'string' ? answer : decodeUser(answer);
}

export function createPeopleStore(channels: StoreChannels): PeopleStore {
  return {
    ...createUserMethods(channels),
    ...createFindingMethods(channels),
    ...createSessionMethods(channels),
    ...createPasskeyMethods(channels),
  };
}

function createUserMethods({ writer, reader }: StoreChannels) {
  return {
    async createUser(tenantId, given, { atMs, actor, link, usersMax }) {
      const { userId, email, name, role, groups, identity } = given;
      const user = {
        ...{ tenant_id: tenantId, user_id: userId, email, email_key: emailKeyOf(email), name, role },
        ...{ status: 'active' as const, groups: JSON.stringify(groups) },
        ...{ issuer: identity?.issuer ?? null, subject: identity?.subject ?? null },
        ...{ created_at_ms: atMs, created_by: actor, updated_at_ms: atMs, revision: 1 },
      };
      return decodeAnswer(await writer.callFor(tenantId, 'createUser', { user, link, usersMax }));
    },
    async getUser(tenantId, userId) {
      return decodeOptional(await reader.callFor(tenantId, 'getUser', [tenantId, userId]));
    },
    async listUsers(tenantId, { before, limit }) {
      assertPage(limit);
      return (await reader.callFor(tenantId, 'listUsers', [tenantId, before, limit])).map(decodeUser);
    },
    async updateUser(tenantId, userId, options) {
      return decodeAnswer(await writer.callFor(tenantId, 'updateUser', { tenantId, userId, ...options }));
    },
    deleteUser: (tenantId, userId, by) => writer.callFor(tenantId, 'deleteUser', { tenantId, userId, ...by }),
    putLink: (tenantId, userId, options) =>
      writer.callFor(tenantId, 'putUserLink', { tenantId, userId, ...options }),
    async getPasswordHash(tenantId, userId) {
      return await reader.callFor(tenantId, 'getPasswordHash', [tenantId, userId]);
    },
    setPassword: (tenantId, userId, options) =>
      writer.callFor(tenantId, 'setPassword', { tenantId, userId, ...options }),
  } satisfies Partial<PeopleStore>;
}

function createFindingMethods({ reader }: StoreChannels) {
  return {
    async findUser(tenantId, by) {
      const row =
        'email' in by
          ? await reader.callFor(tenantId, 'findUserByEmail', [tenantId, emailKeyOf(by.email)])
          : await reader.callFor(tenantId, 'findUserByIdentity', [tenantId, by.issuer, by.subject]);
      return decodeOptional(row);
    },
    async findByEmail(email, tenant) {
      return (await reader.call('findUsersByEmail', [emailKeyOf(email), tenant])).map(decodeFound);
    },
    async findLink(linkHash) {
      const found = await reader.call('findUserLink', linkHash);
      return found === null ? null : { ...decodeFound(found), linkHash, expiresAtMs: found.expiresAtMs };
    },
    async findSession(tokenHash) {
      const found = await reader.call('findSession', tokenHash);
      return found === null ? null : { ...decodeFound(found), session: decodeSession(found.session) };
    },
    async findPasskey(credentialId, userId) {
      const found = await reader.call('findPasskey', [credentialId, userId]);
      return found === null ? null : { ...decodeFound(found), passkey: decodePasskey(found.passkey) };
    },
  } satisfies Partial<PeopleStore>;
}

function createSessionMethods({ writer, reader }: StoreChannels) {
  return {
    beginSession: (tenantId, { session, ...begin }) =>
      writer.callFor(tenantId, 'beginSession', {
        ...begin,
        session: {
          ...{ tenant_id: tenantId, session_id: session.sessionId, user_id: session.userId },
          ...{ method: session.method, address: session.address, user_agent: session.userAgent },
          ...{ created_at_ms: session.createdAtMs, last_used_at_ms: session.createdAtMs },
          ...{ expires_at_ms: session.expiresAtMs, ended_at_ms: null, revision: 1 },
        },
      }),
    touchSession: (tenantId, sessionId, atMs) =>
      writer.callFor(tenantId, 'touchSession', [tenantId, sessionId, atMs]),
    async listSessions(tenantId, userId) {
      return (await reader.callFor(tenantId, 'listSessions', [tenantId, userId])).map(decodeSession);
    },
    endSessions: (tenantId, userId, options) =>
      writer.callFor(tenantId, 'endSessions', { tenantId, userId, ...options }),
    sweep: (nowMs) => writer.call('sweepPeople', nowMs),
  } satisfies Partial<PeopleStore>;
}

function createPasskeyMethods({ writer, reader }: StoreChannels) {
  return {
    async listPasskeys(tenantId, userId) {
      return (await reader.callFor(tenantId, 'listPasskeys', [tenantId, userId])).map(decodePasskey);
    },
    addPasskey: (tenantId, passkey, { passkeysMax }) =>
      writer.callFor(tenantId, 'addPasskey', {
        ...{ tenantId, passkey: encodePasskey(tenantId, passkey), passkeysMax },
      }),
    deletePasskey: (tenantId, userId, options) =>
      writer.callFor(tenantId, 'deletePasskey', { tenantId, userId, ...options }),
  } satisfies Partial<PeopleStore>;
}
