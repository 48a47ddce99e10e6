/** Responses to requests with an idempotency key, each encrypted under that key, of which there is only a keyed hash. */
export const requestTables = `
CREATE TABLE idempotent_requests (
  tenant_id TEXT NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  claim TEXT NOT NULL,
  lease_until_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  message_id TEXT,
  response BLOB,
  PRIMARY KEY (tenant_id, name)
);
CREATE INDEX idempotent_requests_by_expiry ON idempotent_requests (expires_at_ms);
CREATE INDEX idempotent_requests_by_message ON idempotent_requests (tenant_id, message_id)
  WHERE message_id IS NOT NULL;
`;

/** Which keys have been announced to expire. */
export const expiryColumns = 'ALTER TABLE api_keys ADD COLUMN expiry_noted INTEGER NOT NULL DEFAULT 0;';
