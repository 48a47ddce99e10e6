import type { KeyObject } from 'node:crypto';
import {
  allGroups,
  formatTime,
  type Role,
  roleScopes,
  type UserCreateRequest,
  type UserEntry,
  type UserLinkEntry,
  type UserUpdateRequest,
  userLimits,
} from '@avow/contract';
import { AppError, type Clock, newId, type SessionId, type TenantId, type UserId } from '@avow/foundation';
import type { ListPage } from '../keys/access-store.ts';
import { type Granter, type Principal, requireGroups, requireScopes } from '../keys/keys.ts';
import type { PeopleStore, Session, User, UserLink } from './people-store.ts';
import { createTokenHash, newToken } from './secrets.ts';

/** A one-time link as it is given to a person, once. */
export interface IssuedLink {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** A person who asks with an access token of their own, and has no account here. */
export interface TokenPrincipal extends Principal {
  readonly endUserId: string;
  readonly groups: readonly string[];
}

/** The person, if the caller is one with an access token. */
export function tokenPersonOf(principal: Principal): TokenPrincipal | null {
  return 'endUserId' in principal ? (principal as TokenPrincipal) : null;
}

/** The people of a tenant, as those may manage them whose own rights suffice. */
export interface People {
  create(
    tenantId: TenantId,
    given: UserCreateRequest,
    by: Granter,
  ): Promise<{ readonly user: User; readonly link: IssuedLink }>;
  get(tenantId: TenantId, userId: UserId): Promise<User>;
  findByEmail(tenantId: TenantId, email: string): Promise<User | null>;
  list(tenantId: TenantId, page: ListPage<UserId>): Promise<User[]>;
  update(
    tenantId: TenantId,
    userId: UserId,
    options: { readonly given: UserUpdateRequest; readonly by: Granter },
  ): Promise<User>;
  delete(tenantId: TenantId, userId: UserId, by: Granter): Promise<void>;
  createLink(tenantId: TenantId, userId: UserId, by: Granter): Promise<IssuedLink>;
  listSessions(tenantId: TenantId, userId: UserId): Promise<Session[]>;
  /** `sessionId` null: all of them. */
  endSessions(
    tenantId: TenantId,
    userId: UserId,
    options: { readonly sessionId: SessionId | null; readonly by: Granter },
  ): Promise<void>;
}

export interface PeopleOptions {
  readonly store: PeopleStore;
  readonly clock: Clock;
  readonly pepper: KeyObject;
}

const hourMs = 3_600_000;

/** Tells a leaked link from other secrets. */
const linkPrefix = 'avl_';

function newLink(
  pepper: KeyObject,
  nowMs: number,
): { readonly issued: IssuedLink; readonly stored: UserLink } {
  const token = `${linkPrefix}${newToken()}`;
  const expiresAtMs = nowMs + userLimits.linkHours * hourMs;
  return {
    issued: { token, expiresAtMs },
    stored: { linkHash: createTokenHash(pepper, 'links')(token), expiresAtMs },
  };
}

export function createPeople({ store, clock, pepper }: PeopleOptions): People {
  async function get(tenantId: TenantId, userId: UserId): Promise<User> {
    const user = await store.getUser(tenantId, userId);
    if (user === null) throw new AppError('not_found');
    return user;
  }

  /** Who could sign in as somebody, or lock them out, must have all of their rights. */
  async function getManaged(tenantId: TenantId, userId: UserId, by: Granter): Promise<User> {
    const user = await get(tenantId, userId);
    requireScopes(by, roleScopes[user.role]);
    requireGroups(by, nameableGroups(user));
    return user;
  }

  return {
    get,
    findByEmail: (tenantId, email) => store.findUser(tenantId, { email }),
    list: store.listUsers,
    create: async (tenantId, given, by) => {
      requireScopes(by, roleScopes[given.role]);
      requireGroups(by, nameableGroups(given));
      return await createPerson({ store, clock, pepper }, tenantId, { ...given, actor: by.actor });
    },
    update: async (tenantId, userId, { given, by }) => {
      const user = await getManaged(tenantId, userId, by);
      const { name, role, status, groups } = given;
      if (role !== undefined) requireScopes(by, roleScopes[role]);
      requireGroups(by, nameableGroups({ role: role ?? user.role, groups: groups ?? user.groups }));
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
        ...(status === undefined ? {} : { status }),
        ...(groups === undefined ? {} : { groups }),
      };
      const options = { changes, atMs: clock.nowMs(), actor: by.actor };
      const updated = await store.updateUser(tenantId, userId, options);
      if (updated === 'unknown') throw new AppError('not_found');
      if (updated === 'last_owner') throw lastOwner();
      return updated;
    },
    delete: async (tenantId, userId, by) => {
      await getManaged(tenantId, userId, by);
      const deleted = await store.deleteUser(tenantId, userId, { atMs: clock.nowMs(), actor: by.actor });
      if (deleted === 'unknown') throw new AppError('not_found');
      if (deleted === 'last_owner') throw lastOwner();
    },
    createLink: async (tenantId, userId, by) => {
      await getManaged(tenantId, userId, by);
      const atMs = clock.nowMs();
      const { issued, stored } = newLink(pepper, atMs);
      if (await store.putLink(tenantId, userId, { ...stored, atMs, actor: by.actor })) return issued;
      throw new AppError('invalid_state', { detail: 'The person is disabled. Enable them first.' });
    },
    listSessions: async (tenantId, userId) => {
      await get(tenantId, userId);
      return await store.listSessions(tenantId, userId);
    },
    endSessions: async (tenantId, userId, { sessionId, by }) => {
      await getManaged(tenantId, userId, by);
      const options = { atMs: clock.nowMs(), actor: by.actor, keep: null, state: 'revoked' } as const;
      const ended = await store.endSessions(tenantId, userId, { ...options, only: sessionId });
      if (sessionId !== null && ended === 0) throw new AppError('not_found');
    },
  };
}

/** Creates a person with a link, without a look at the rights of the caller. */
export async function createPerson(
  { store, clock, pepper }: PeopleOptions,
  tenantId: TenantId,
  given: {
    readonly email: string;
    readonly name: string;
    readonly role: Role;
    readonly groups: readonly string[];
    readonly actor: Granter['actor'] | '';
  },
): Promise<{ readonly user: User; readonly link: IssuedLink }> {
  const atMs = clock.nowMs();
  const { email, name, role, groups, actor } = given;
  const { issued, stored } = newLink(pepper, atMs);
  const user = { userId: newId('usr', atMs), email, name, role, groups, identity: null };
  const { usersMax } = userLimits;
  const created = await store.createUser(tenantId, user, { atMs, actor, link: stored, usersMax });
  if (created === 'email_taken')
    throw new AppError('invalid_state', { detail: 'Another person of the tenant has this e-mail address.' });
  if (created === 'too_many')
    throw new AppError('invalid_state', {
      detail: `A tenant can have ${usersMax} people. Delete one first.`,
    });
  return { user: created, link: issued };
}

function lastOwner(): AppError {
  return new AppError('invalid_state', {
    detail:
      'A tenant must keep an active owner, and this is the last one. Make somebody else an owner first.',
  });
}

/**
 * The groups that a person may name, and whose records they may read; null: any. Who manages content can read all of it, so
 * that nothing is kept from them by its groups.
 */
export function nameableGroups({
  role,
  groups,
}: {
  readonly role: Role;
  readonly groups: readonly string[];
}): readonly string[] | null {
  const mayNameAll = roleScopes[role].includes('content:manage') || groups.includes(allGroups);
  return mayNameAll ? null : groups;
}

export function userToWire(user: User): UserEntry {
  return {
    user_id: user.userId,
    email: user.email,
    name: user.name,
    role: user.role,
    status: user.status,
    groups: [...user.groups],
    all_groups: nameableGroups(user) === null,
    has_password: user.hasPassword,
    passkeys: user.passkeys,
    provider: user.identity !== null,
    created_at: formatTime(user.createdAtMs),
    created_by: user.createdBy,
    updated_at: formatTime(user.updatedAtMs),
    last_sign_in_at: user.lastSignInAtMs === null ? null : formatTime(user.lastSignInAtMs),
  };
}

/** The token is in the fragment, which browsers send to nobody. */
export function linkToWire({ token, expiresAtMs }: IssuedLink, publicUrl: string): UserLinkEntry {
  return { url: `${publicUrl}/console/link#${token}`, expires_at: formatTime(expiresAtMs) };
}
