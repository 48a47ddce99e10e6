import type { Row } from '@avow/storage';
import type { SealedTable } from '@avow/storage/sealing';
import type { Passkey, Session, User } from '../people-store.ts';
import { passkeys, sessions, users } from './people-tables.ts';

const sealedUserRows = users.without('last_sign_in_at_ms', 'seal');
/** What decides who the person is, and what they may do. */
export type SealedUser = Row<typeof sealedUserRows>;

export const sealedUsers: SealedTable<SealedUser> = {
  ...{ table: 'users', key: ['tenant_id', 'user_id'], unlogged: [] },
  columns: sealedUserRows.columns,
};

/** What a SELECT from `users` names. */
export const selectUser = `${sealedUsers.columns.map((column) => `users.${column}`).join(', ')}, users.seal,
  users.last_sign_in_at_ms,
  (SELECT count(*) FROM passkeys AS its
   WHERE its.tenant_id = users.tenant_id AND its.user_id = users.user_id) AS passkeys`;

/** What such a SELECT finds. */
export interface SelectedUser extends SealedUser {
  readonly last_sign_in_at_ms: number | null;
  readonly passkeys: number;
  readonly seal: string | null;
}

/** What a person signs in with does not leave the store. */
export function decodeUser(row: Omit<SelectedUser, 'seal'>): User {
  const { issuer, subject } = row;
  return {
    tenantId: row.tenant_id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.status,
    groups: JSON.parse(row.groups),
    hasPassword: row.password_hash !== null,
    passkeys: row.passkeys,
    identity: issuer === null || subject === null ? null : { issuer, subject },
    createdAtMs: row.created_at_ms,
    createdBy: row.created_by,
    updatedAtMs: row.updated_at_ms,
    lastSignInAtMs: row.last_sign_in_at_ms,
  };
}

const sealedSessionRows = sessions.without('seal');
export type SealedSession = Row<typeof sealedSessionRows>;

export const sealedSessions: SealedTable<SealedSession> = {
  ...{ table: 'sessions', key: ['tenant_id', 'session_id'], unlogged: ['last_used_at_ms'] },
  columns: sealedSessionRows.columns,
};

/** Without what it is found by. */
export const decodeSession: (row: SealedSession) => Session = sealedSessionRows.without(
  'token_hash',
  'challenge_hash',
  'revision',
).decode;

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
