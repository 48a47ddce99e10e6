/**
 * Version 10: which node answers a message, as on PostgreSQL, where several share the records. Here it is always null: a message
 * is moved there with everything else.
 */
export const nodesSchema = `
ALTER TABLE messages ADD COLUMN node_id TEXT CHECK (node_id IS NULL);
ALTER TABLE idempotency ADD COLUMN node_id TEXT CHECK (node_id IS NULL);
`;
