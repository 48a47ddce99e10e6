import { blob, defineTable, integer, oneOf, optional, text } from '@avow/storage';

export const users = defineTable(
  'users',
  {
    tenant_id: text('REFERENCES tenants'),
    user_id: text(),
    email: text(),
    email_key: text(),
    name: text(),
    role: text(),
    status: oneOf('active', 'disabled'),
    groups: text(),
    password_hash: optional(text()),
    issuer: optional(text()),
    subject: optional(text()),
    created_at_ms: integer(),
    created_by: text(),
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
    passkey_id: text(),
    user_id: text(),
    credential_id: text(),
    public_key: blob(),
    counter: integer(),
    transports: text(),
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
    tenant_id: text(),
    session_id: text(),
    token_hash: text('UNIQUE'),
    user_id: text(),
    method: text(),
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
