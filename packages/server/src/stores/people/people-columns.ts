import type { FoundUser, Passkey, Session, User } from '../../people/people-store.ts';
import { decodeTenant, type TenantColumns } from '../access/access-columns.ts';
import { columnsOf } from '../sql/columns.ts';

/** A row of `users`, without the password. */
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
  readonly last_sign_in_at_ms: number | null;
}

export const userColumns = columnsOf<UserColumns>()([
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
  'last_sign_in_at_ms',
]);

/** A user as it is read. */
export interface ReadUser extends UserColumns {
  readonly has_password: number;
  readonly passkeys: number;
}

/** What a SELECT from `users` names. */
export const selectUser = `${userColumns.map((column) => `users.${column}`).join(', ')},
  CASE WHEN users.password_hash IS NULL THEN 0 ELSE 1 END AS has_password,
  (SELECT count(*) FROM passkeys AS its
   WHERE its.tenant_id = users.tenant_id AND its.user_id = users.user_id) AS passkeys`;

/** The tenant of a user, under names that no user has. */
export interface OfTenant {
  readonly tenant_name: string;
  readonly tenant_status: TenantColumns['status'];
  readonly tenant_created_at_ms: number;
}

export const selectTenant = `tenants.name AS tenant_name, tenants.status AS tenant_status,
  tenants.created_at_ms AS tenant_created_at_ms`;

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

export function decodeFound(row: ReadUser & OfTenant): FoundUser {
  const { tenant_id, tenant_name: name, tenant_status: status, tenant_created_at_ms: created_at_ms } = row;
  return { user: decodeUser(row), tenant: decodeTenant({ tenant_id, name, status, created_at_ms }) };
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
}

export const sessionColumns = columnsOf<SessionColumns>()([
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
]);

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

/** A row of `passkeys`, without its tenant. */
export interface PasskeyColumns {
  readonly passkey_id: Passkey['passkeyId'];
  readonly user_id: Passkey['userId'];
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly transports: string;
  readonly name: string;
  readonly created_at_ms: number;
  readonly last_used_at_ms: number | null;
}

export const passkeyColumns = columnsOf<PasskeyColumns>()([
  'passkey_id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at_ms',
  'last_used_at_ms',
]);

export function encodePasskey(passkey: Passkey): PasskeyColumns {
  return {
    passkey_id: passkey.passkeyId,
    user_id: passkey.userId,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    transports: JSON.stringify(passkey.transports),
    name: passkey.name,
    created_at_ms: passkey.createdAtMs,
    last_used_at_ms: passkey.lastUsedAtMs,
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
