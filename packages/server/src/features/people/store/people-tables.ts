import { blob, choice, defineTable, integer, json, optional, text } from '@avow/storage';
import type { Passkey, Session, User } from '../people-store.ts';

export const users = defineTable(
  'users',
  {
    tenant_id: text<User['tenantId']>('REFERENCES tenants'),
    user_id: text<User['userId']>(),
    email: text(),
    email_key: text(),
    name: text(),
    role: text<User['role']>(),
    status: choice('active', 'disabled'),
    groups: text(),
    password_hash: optional(text()),
    issuer: optional(text()),
    subject: optional(text()),
    created_at_ms: integer(),
    created_by: text<User['createdBy']>(),
    updated_at_ms: integer(),
    last_sign_in_at_ms: optional(integer()),
    revision: integer(),
    link_hash: optional(text()),
    link_expires_at_ms: optional(integer()),
    seal: optional(text()),
  },
  {
    key: ['tenant_id', 'user_id'],
    constraints: [
      'UNIQUE (tenant_id, email_key)',
      'UNIQUE (tenant_id, issuer, subject)',
      'CHECK ((issuer IS NULL) = (subject IS NULL))',
    ],
    indexes: [
      'users_by_email (email_key, tenant_id)',
      'users_by_link (link_hash) WHERE link_hash IS NOT NULL',
    ],
    installation: 'SELECT',
  },
);

export const passkeys = defineTable(
  'passkeys',
  {
    tenant_id: text(),
    passkey_id: text<Passkey['passkeyId']>(),
    user_id: text<Passkey['userId']>(),
    credential_id: text(),
    public_key: blob(),
    counter: integer(),
    transports: json<Passkey['transports']>(),
    name: text(),
    created_at_ms: integer(),
    last_used_at_ms: optional(integer()),
    revision: integer(),
    seal: optional(text()),
  },
  {
    key: ['tenant_id', 'passkey_id'],
    constraints: [
      'UNIQUE (tenant_id, credential_id)',
      'FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, user_id) ON DELETE CASCADE',
    ],
    indexes: ['passkeys_by_user (tenant_id, user_id)', 'passkeys_by_credential (credential_id)'],
    installation: 'SELECT',
  },
);

export const sessions = defineTable(
  'sessions',
  {
    tenant_id: text<Session['tenantId']>(),
    session_id: text<Session['sessionId']>(),
    token_hash: text('UNIQUE'),
    user_id: text<Session['userId']>(),
    method: text<Session['method']>(),
    challenge_hash: optional(text()),
    address: text(),
    user_agent: text(),
    created_at_ms: integer(),
    last_used_at_ms: integer(),
    expires_at_ms: integer(),
    ended_at_ms: optional(integer()),
    revision: integer(),
    seal: optional(text()),
  },
  {
    key: ['tenant_id', 'session_id'],
    constraints: [
      'UNIQUE (tenant_id, challenge_hash)',
      'FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, user_id) ON DELETE CASCADE',
    ],
    indexes: ['sessions_by_user (tenant_id, user_id, session_id)', 'sessions_by_expiry (expires_at_ms)'],
    installation: 'SELECT, DELETE',
  },
);
