/**
 * Version 11: people who sign in, and the groups of keys. Of passwords, links and sessions there are only hashes. Keys from
 * before have no groups: they may name any, as they could.
 */
export const peopleSchema = `
ALTER TABLE api_keys ADD COLUMN groups TEXT;

CREATE TABLE users (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  user_id TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  groups TEXT NOT NULL,
  password_hash TEXT,
  issuer TEXT,
  subject TEXT,
  created_at_ms INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  last_sign_in_at_ms INTEGER,
  PRIMARY KEY (tenant_id, user_id),
  UNIQUE (tenant_id, email_key),
  UNIQUE (tenant_id, issuer, subject),
  CHECK ((issuer IS NULL) = (subject IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX users_by_email ON users (email_key, tenant_id);

CREATE TABLE passkeys (
  tenant_id TEXT NOT NULL,
  passkey_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  last_used_at_ms INTEGER,
  PRIMARY KEY (tenant_id, passkey_id),
  UNIQUE (tenant_id, credential_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_user ON passkeys (tenant_id, user_id);
CREATE INDEX passkeys_by_credential ON passkeys (credential_id);

CREATE TABLE user_links (
  tenant_id TEXT NOT NULL,
  link_hash TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, link_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX user_links_by_user ON user_links (tenant_id, user_id);
CREATE INDEX user_links_by_expiry ON user_links (expires_at_ms);

-- Kept until they would have expired: a challenge that began one begins no other.
CREATE TABLE sessions (
  tenant_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  method TEXT NOT NULL,
  challenge_hash TEXT,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  last_used_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  PRIMARY KEY (tenant_id, session_id),
  UNIQUE (tenant_id, challenge_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (tenant_id, user_id, session_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms);
`;
