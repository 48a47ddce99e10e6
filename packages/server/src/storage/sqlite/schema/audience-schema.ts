/**
 * Version 18: a message says who may see it. What everybody may see has an index of its own, so that a page does not take longer
 * the more there is that a reader may not see.
 */
export const audienceSchema = `
ALTER TABLE messages ADD COLUMN audience TEXT;
CREATE INDEX messages_open ON messages (tenant_id, message_id) WHERE content_no IS NOT NULL AND audience IS NULL;
`;
