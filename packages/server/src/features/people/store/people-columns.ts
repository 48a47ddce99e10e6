import { columnsOf } from '@avow/storage';
import type { SealedTable } from '@avow/storage/sealing';
import { decodeTenant, type TenantColumns } from '../../keys/store/access-columns.ts';
import type { FoundUser, Passkey, Session, User } from '../people-store.ts';

/** A row of `users`, without what the person signs in with. */
export interface UserColumns {
  readonly tenant_id: User['tenantId'];
  readonly user_id: User['userId'];
  readonly email: string;
  readonly email_key: string;
  readonly name: string;
  readonly role: User['role'];
  readonly status: User['status'];
  readonly groups: string;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly created_at_ms: number;
  readonly created_by: User['createdBy'];
  readonly updated_at_ms: number;
  /** The number of its changes on the log. */
  readonly revision: number;
}

/** With that: what decides who the person is, and what they may do. */
export interface SealedUser extends UserColumns {
  readonly password_hash: string | null;
  /** Of the one-time link that the person has; null: none. */
  readonly link_hash: string | null;
  readonly link_expires_at_ms: number | null;
}

const userColumns = columnsOf<UserColumns>()([
  'tenant_id',
  'user_id',
  'email',
  'email_key',
  'name',
  'role',
  'status',
  'groups',
  'issuer',
  'subject',
  'created_at_ms',
  'created_by',
  'updated_at_ms',
  'revision',
]);

const signInColumns = ['password_hash', 'link_hash', 'link_expires_at_ms'] as const;

export const sealedUsers: SealedTable<SealedUser> = {
  ...{ table: 'users', key: ['tenant_id', 'user_id'], unlogged: [] },
  columns: columnsOf<SealedUser>()([...userColumns, ...signInColumns]),
};

/** A user as it is read. */
export interface ReadUser extends UserColumns {
  readonly last_sign_in_at_ms: number | null;
  readonly has_password: number;
  readonly passkeys: number;
}

/** What a SELECT from `users` names. */
export const selectUser = `${sealedUsers.columns.map((column) => `users.${column}`).join(', ')}, users.seal,
  users.last_sign_in_at_ms,
  (SELECT count(*) FROM passkeys AS its
   WHERE its.tenant_id = users.tenant_id AND its.user_id = users.user_id) AS passkeys`;

/** What such a SELECT finds. */
export interface SelectedUser extends SealedUser, Pick<ReadUser, 'last_sign_in_at_ms' | 'passkeys'> {
  readonly seal: string | null;
}

/** What a person signs in with does not leave the store. */
export function withoutSecrets<Row extends SelectedUser>(
  row: Row,
): Omit<Row, (typeof signInColumns)[number] | 'seal'> & ReadUser {
  const { password_hash, link_hash: _hash, link_expires_at_ms: _expires, seal: _seal, ...user } = row;
  return { ...user, has_password: password_hash === null ? 0 : 1 };
}

export function decodeUser(row: ReadUser): User {
  const { issuer, subject } = row;
  return {
    tenantId: row.tenant_id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    groups: JSON.parse(row.groups),
    hasPassword: row.has_password === 1,
    passkeys: row.passkeys,
    identity: issuer === null || subject === null ? null : { issuer, subject },
    createdAtMs: row.created_at_ms,
    createdBy: row.created_by,
    updatedAtMs: row.updated_at_ms,
    lastSignInAtMs: row.last_sign_in_at_ms,
  };
}

/** A user with their tenant, both checked. */
export interface FoundColumns {
  readonly user: ReadUser;
  readonly tenant: TenantColumns;
}

export function decodeFound({ user, tenant }: FoundColumns): FoundUser {
  return { user: decodeUser(user), tenant: decodeTenant(tenant) };
}

/** A row of `sessions`, without what it is found by. */
export interface SessionColumns {
  readonly tenant_id: Session['tenantId'];
  readonly session_id: Session['sessionId'];
  readonly user_id: Session['userId'];
  readonly method: Session['method'];
  readonly address: string;
  readonly user_agent: string;
  readonly created_at_ms: number;
  readonly last_used_at_ms: number;
  readonly expires_at_ms: number;
  readonly ended_at_ms: number | null;
  readonly revision: number;
}

/** With that. */
export interface SealedSession extends SessionColumns {
  readonly token_hash: string;
  readonly challenge_hash: string | null;
}

const sessionColumns = columnsOf<SessionColumns>()([
  'tenant_id',
  'session_id',
  'user_id',
  'method',
  'address',
  'user_agent',
  'created_at_ms',
  'last_used_at_ms',
  'expires_at_ms',
  'ended_at_ms',
  'revision',
]);

export const sealedSessions: SealedTable<SealedSession> = {
  ...{ table: 'sessions', key: ['tenant_id', 'session_id'], unlogged: ['last_used_at_ms'] },
  columns: columnsOf<SealedSession>()([...sessionColumns, 'token_hash', 'challenge_hash']),
};

export function decodeSession(row: SessionColumns): Session {
  return {
    tenantId: row.tenant_id,
    sessionId: row.session_id,
    userId: row.user_id,
    method: row.method,
    address: row.address,
    userAgent: row.user_agent,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
    expiresAtMs: row.expires_at_ms,
    endedAtMs: row.ended_at_ms,
  };
}

/** A row of `passkeys`. */
export interface PasskeyColumns {
  readonly tenant_id: string;
  readonly passkey_id: Passkey['passkeyId'];
  readonly user_id: Passkey['userId'];
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly transports: string;
  readonly name: string;
  readonly created_at_ms: number;
  readonly last_used_at_ms: number | null;
  readonly revision: number;
}

export const passkeyColumns = columnsOf<PasskeyColumns>()([
  'tenant_id',
  'passkey_id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at_ms',
  'last_used_at_ms',
  'revision',
]);

export const sealedPasskeys: SealedTable<PasskeyColumns> = {
  ...{ table: 'passkeys', key: ['tenant_id', 'passkey_id'], columns: passkeyColumns },
  unlogged: ['counter', 'last_used_at_ms'],
};

export function encodePasskey(tenantId: string, passkey: Passkey): PasskeyColumns {
  return {
    tenant_id: tenantId,
    passkey_id: passkey.passkeyId,
    user_id: passkey.userId,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    transports: JSON.stringify(passkey.transports),
    name: passkey.name,
    created_at_ms: passkey.createdAtMs,
    last_used_at_ms: passkey.lastUsedAtMs,
    revision: 1,
  };
}

export function decodePasskey(row: PasskeyColumns): Passkey {
  return {
    passkeyId: row.passkey_id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    counter: row.counter,
    transports: JSON.parse(row.transports),
    name: row.name,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}
