/**
 * Seals of the rows that say who may do what, which nobody can write without the keys of the installation. Rows from before
 * have none, until the operator has them sealed. The one-time link of a person is a part of their row. For both engines.
 */
export const rightsColumns = `
ALTER TABLE tenants ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tenants ADD COLUMN seal TEXT;
ALTER TABLE api_keys ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN seal TEXT;
ALTER TABLE users ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN link_hash TEXT;
ALTER TABLE users ADD COLUMN link_expires_at_ms INTEGER;
ALTER TABLE users ADD COLUMN seal TEXT;
CREATE INDEX users_by_link ON users (link_hash) WHERE link_hash IS NOT NULL;
ALTER TABLE passkeys ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE passkeys ADD COLUMN seal TEXT;
ALTER TABLE sessions ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN seal TEXT;
ALTER TABLE guardrail_policies ADD COLUMN seal TEXT;
DROP TABLE user_links;
DELETE FROM sessions;
`;
