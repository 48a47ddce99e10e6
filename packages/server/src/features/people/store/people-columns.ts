import type { Row } from '@avow/storage';
import type { SealedTable } from '@avow/storage/sealing';
import { decodeTenant, type TenantColumns } from '../../keys/store/access-columns.ts';
import type { FoundUser, Passkey, Session, User } from '../people-store.ts';
import { passkeys, sessions, users } from './people-tables.ts';

const signInColumns = ['password_hash', 'link_hash', 'link_expires_at_ms'] as const;

const sealedUserRows = users.without('last_sign_in_at_ms', 'seal');
/** What decides who the person is, and what they may do. */
export type SealedUser = Row<typeof sealedUserRows>;

/** The same without what the person signs in with. */
export type UserColumns = Omit<SealedUser, (typeof signInColumns)[number]>;

export const sealedUsers: SealedTable<SealedUser> = {
  ...{ table: 'users', key: ['tenant_id', 'user_id'], unlogged: [] },
  columns: sealedUserRows.columns,
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
export function withoutSecrets<Selected extends SelectedUser>(
  row: Selected,
): Omit<Selected, (typeof signInColumns)[number] | 'seal'> & ReadUser {
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

const sealedSessionRows = sessions.without('seal');
export type SealedSession = Row<typeof sealedSessionRows>;

/** A session without what it is found by. */
const sessionRows = sealedSessionRows.without('token_hash', 'challenge_hash');
export type SessionColumns = Row<typeof sessionRows>;

export const sealedSessions: SealedTable<SealedSession> = {
  ...{ table: 'sessions', key: ['tenant_id', 'session_id'], unlogged: ['last_used_at_ms'] },
  columns: sealedSessionRows.columns,
};

export const decodeSession: (row: SessionColumns) => Session = sessionRows.without('revision').decode;

const passkeyRows = passkeys.without('seal');
/** A row of `passkeys`. */
export type PasskeyColumns = Row<typeof passkeyRows>;

export const passkeyColumns = passkeyRows.columns;

export const sealedPasskeys: SealedTable<PasskeyColumns> = {
  ...{ table: 'passkeys', key: ['tenant_id', 'passkey_id'], columns: passkeyColumns },
  unlogged: ['counter', 'last_used_at_ms'],
};

const ownPasskeys = passkeyRows.without('tenant_id', 'revision');

export function encodePasskey(tenantId: string, passkey: Passkey): PasskeyColumns {
  return { ...ownPasskeys.encode(passkey), tenant_id: tenantId, revision: 1 };
}

export function decodePasskey(row: PasskeyColumns): Passkey {
  const passkey = ownPasskeys.decode(row);
  return { ...passkey, publicKey: new Uint8Array(passkey.publicKey) };
}
