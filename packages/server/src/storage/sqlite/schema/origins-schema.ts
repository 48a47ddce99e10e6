/** The origins that a publishable key is bound to, as a JSON array; null for secret keys. */
export const originsSchema = `
ALTER TABLE api_keys ADD COLUMN origins TEXT;
CREATE INDEX api_keys_publishable ON api_keys (expires_at_ms) WHERE origins IS NOT NULL;
`;
