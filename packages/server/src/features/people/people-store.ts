import type { Role, SignInMethod } from '@avow/contract/roles';
import type { PasskeyId, SessionId, TenantId, UserId } from '@avow/foundation';
import type { Actor, Attribution, PageOfRows, Tenant } from '../keys/access-store.ts';

/** Somebody who may sign in to a tenant. */
export interface User {
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly status: 'active' | 'disabled';
  /** The groups that the person asks questions for. */
  readonly groups: readonly string[];
  readonly hasPassword: boolean;
  readonly passkeys: number;
  /** Who the person is to the OpenID provider; null: they have not signed in with it. */
  readonly identity: ProviderIdentity | null;
  readonly createdAtMs: number;
  /** Empty: the service itself. */
  readonly createdBy: Actor | '';
  readonly updatedAtMs: number;
  readonly lastSignInAtMs: number | null;
}

interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
}

export type NewUser = Pick<User, 'userId' | 'email' | 'name' | 'role' | 'groups' | 'identity'>;
export type UserChanges = Partial<
  Pick<User, 'name' | 'role' | 'status' | 'groups' | 'identity'> & { readonly email: string }
>;

/** A one-time link, of which only a hash is stored. */
export interface UserLink {
  readonly linkHash: string;
  readonly expiresAtMs: number;
}

export interface Session {
  readonly tenantId: TenantId;
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly method: SignInMethod;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
  /** When it ends at the latest. */
  readonly expiresAtMs: number;
  readonly endedAtMs: number | null;
}

/** Whose session it is, and of which tenant. */
export interface FoundSession {
  readonly session: Session;
  readonly user: User;
  readonly tenant: Tenant;
}

export interface Passkey {
  readonly passkeyId: PasskeyId;
  readonly userId: UserId;
  /** By which the authenticator knows it. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/** So many people with one address, of different tenants, sign in without naming theirs. */
export const sameAddressMax = 4;

/** A user, with the tenant that they belong to. */
export interface FoundUser {
  readonly user: User;
  readonly tenant: Tenant;
}

/** What a session begins with, which must still hold when it does. */
export interface BeginSession {
  readonly session: Omit<Session, 'tenantId' | 'endedAtMs' | 'lastUsedAtMs'>;
  readonly tokenHash: string;
  /** Of a challenge that must not have begun a session before; null: there is none. */
  readonly challengeHash: string | null;
  /** Used up by the session; null: another method. */
  readonly linkHash: string | null;
  /** The passkey that was used, with its new counter; null: another method. */
  readonly passkey: Pick<Passkey, 'passkeyId' | 'counter'> | null;
  /** If there would be more open ones, the oldest end. */
  readonly sessionsMax: number;
}

/**
 * People, their sessions and what they sign in with. Methods for one tenant take it first; the others find the tenant by
 * something that only one person can know or has. Every change is on the tenant's log in the same commit.
 */
export interface PeopleStore {
  /** Actor '': the service itself. */
  createUser(
    tenantId: TenantId,
    user: NewUser,
    options: {
      readonly atMs: number;
      readonly actor: Actor | '';
      readonly link: UserLink | null;
      readonly usersMax: number;
    },
  ): Promise<User | 'email_taken' | 'too_many'>;
  getUser(tenantId: TenantId, userId: UserId): Promise<User | null>;
  /** Newest first. */
  listUsers(tenantId: TenantId, page: PageOfRows<UserId>): Promise<User[]>;
  /** Active ones, newest first. */
  listUsersOfRoles(
    tenantId: TenantId,
    options: { readonly roles: readonly Role[]; readonly limit: number },
  ): Promise<User[]>;
  findUser(tenantId: TenantId, by: { readonly email: string } | ProviderIdentity): Promise<User | null>;
  /** Users of any tenant with this address, at most two; `tenant`: only of the tenant with this id or name. */
  findByEmail(email: string, tenant: string | null): Promise<FoundUser[]>;
  /** Somebody who is disabled loses their sessions. `last_owner`: the tenant would be left without an active owner. */
  updateUser(
    tenantId: TenantId,
    userId: UserId,
    options: { readonly atMs: number; readonly actor: Actor | ''; readonly changes: UserChanges },
  ): Promise<User | 'unknown' | 'last_owner'>;
  /** With password, passkeys, links and sessions. */
  deleteUser(
    tenantId: TenantId,
    userId: UserId,
    by: Attribution,
  ): Promise<'deleted' | 'unknown' | 'last_owner'>;
  /** Replaces all earlier links of the person. False: there is no such person, or they are disabled. */
  putLink(tenantId: TenantId, userId: UserId, options: UserLink & Attribution): Promise<boolean>;
  findLink(linkHash: string): Promise<(FoundUser & UserLink) | null>;

  getPasswordHash(tenantId: TenantId, userId: UserId): Promise<string | null>;
  /** Ends all other sessions of the person. */
  setPassword(
    tenantId: TenantId,
    userId: UserId,
    options: { readonly atMs: number; readonly passwordHash: string; readonly keep: SessionId },
  ): Promise<void>;

  /** False: the person is unknown or disabled, or the link or challenge was used. */
  beginSession(tenantId: TenantId, begin: BeginSession): Promise<boolean>;
  findSession(tokenHash: string): Promise<FoundSession | null>;
  touchSession(tenantId: TenantId, sessionId: SessionId, atMs: number): Promise<void>;
  /** Those that have not ended, newest first. */
  listSessions(tenantId: TenantId, userId: UserId): Promise<Session[]>;
  /** Ends one, or all but one, or all: how many. */
  endSessions(
    tenantId: TenantId,
    userId: UserId,
    options: Attribution & {
      readonly only: SessionId | null;
      readonly keep: SessionId | null;
      readonly state: 'signed_out' | 'revoked';
    },
  ): Promise<number>;

  listPasskeys(tenantId: TenantId, userId: UserId): Promise<Passkey[]>;
  /** Of any tenant. The same authenticator may be known to several. */
  findPasskey(credentialId: string, userId: UserId): Promise<(FoundUser & { passkey: Passkey }) | null>;
  addPasskey(
    tenantId: TenantId,
    passkey: Passkey,
    options: { readonly passkeysMax: number },
  ): Promise<'added' | 'known' | 'too_many'>;
  deletePasskey(
    tenantId: TenantId,
    userId: UserId,
    options: { readonly passkeyId: PasskeyId; readonly atMs: number },
  ): Promise<boolean>;

  /** Removes links and sessions that have expired. */
  sweep(nowMs: number): Promise<void>;
}

/** Addresses are compared without regard to the case of their letters; whatever has the same key is the same person. */
export const emailKeyOf = (email: string) => email.normalize('NFKC').toLowerCase();
