/**
 * Version 15: lists show what has content, and messages whose content has expired are most of a large table. Their indexes leave
 * those out, so that a page takes as long as it has messages. A message says who may see it, and what everybody may see has an
 * index of its own.
 */
export const listsSchema = `
ALTER TABLE messages ADD COLUMN audience TEXT;
DROP INDEX messages_by_band;
DROP INDEX messages_by_status;
DROP INDEX messages_tripped;
CREATE INDEX messages_listed ON messages (tenant_id, message_id) WHERE content_no IS NOT NULL;
CREATE INDEX messages_open ON messages (tenant_id, message_id) WHERE content_no IS NOT NULL AND audience IS NULL;
CREATE INDEX messages_by_band ON messages (tenant_id, band, message_id) WHERE content_no IS NOT NULL;
CREATE INDEX messages_by_status ON messages (tenant_id, status, message_id)
  WHERE status <> 'delivered' AND content_no IS NOT NULL;
CREATE INDEX messages_tripped ON messages (tenant_id, message_id)
  WHERE tripwire_triggered = 1 AND content_no IS NOT NULL;
`;
