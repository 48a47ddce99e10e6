import { installationRole, tenantRole } from './roles.ts';

/** The origins that a publishable key is bound to, as a JSON array; null for secret keys. */
export const originColumns = `ALTER TABLE api_keys ADD COLUMN origins TEXT;
CREATE INDEX api_keys_publishable ON api_keys (expires_at_ms) WHERE origins IS NOT NULL;`;

/** Unique for the whole installation are the names of tenants and what a key is found by: nothing else reveals another's ids. */
export const accessTables = `
CREATE TABLE tenants (
  tenant_id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at_ms INTEGER NOT NULL
);

CREATE TABLE api_keys (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  key_id TEXT NOT NULL,
  public_id TEXT NOT NULL UNIQUE,
  secret_hmac TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER,
  rotated_from TEXT,
  PRIMARY KEY (tenant_id, key_id)
);

CREATE TABLE guardrail_policies (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  version TEXT NOT NULL,
  policy TEXT,
  created_at_ms INTEGER NOT NULL,
  created_by TEXT,
  PRIMARY KEY (tenant_id, revision)
);
CREATE INDEX guardrail_policies_by_version ON guardrail_policies (tenant_id, version, revision);

-- Of the installation: what ships with a release is the same for everybody.
CREATE TABLE built_in_policies (
  version TEXT PRIMARY KEY,
  policy TEXT NOT NULL
);
`;

/** A tenant is made together with its key, which its seal is made with, by one transaction. Verification reads policies too. */
export const tenantRights = `GRANT INSERT ON tenants TO ${tenantRole};
CREATE POLICY every_tenant ON guardrail_policies FOR SELECT TO ${installationRole} USING (true);
GRANT SELECT ON guardrail_policies TO ${installationRole};`;
