/**
 * Version 15: lists show what has content, and messages whose content has expired are most of a large table. Their indexes leave
 * those out, so that a page takes as long as it has messages.
 */
export const listsSchema = `
DROP INDEX messages_by_band;
DROP INDEX messages_by_status;
DROP INDEX messages_tripped;
CREATE INDEX messages_listed ON messages (tenant_id, message_id) WHERE content_no IS NOT NULL;
CREATE INDEX messages_by_band ON messages (tenant_id, band, message_id) WHERE content_no IS NOT NULL;
CREATE INDEX messages_by_status ON messages (tenant_id, status, message_id)
  WHERE status <> 'delivered' AND content_no IS NOT NULL;
CREATE INDEX messages_tripped ON messages (tenant_id, message_id)
  WHERE tripwire_triggered = 1 AND content_no IS NOT NULL;
`;
