import type { DatabaseSync } from 'node:sqlite';

/**
 * How far the sweeps of a tenant's retention have come: what is older than the marks is not looked at again. They pass what
 * is held, what has not ended, and of records what has its content: whoever changes that sets them back.
 */
export interface RetentionMarks {
  /**
   * A message has ended. It may have been passed while it had not, or before it was there at all: ids hold the time, and a
   * clock may be set back.
   */
  noteEnd(tenantId: string, messageId: string): void;
  /** The content of a message is gone, so that its record may be dropped when it is due. */
  noteEmptied(tenantId: string, messageId: string): void;
  /** Everything is looked at anew. */
  reset(tenantId: string): void;
}

export function prepareMarks(database: DatabaseSync): RetentionMarks {
  const both = database.prepare(
    `UPDATE retentions SET content_swept_to = min(content_swept_to, ?1), records_swept_to = min(records_swept_to, ?1)
     WHERE tenant_id = ?2 AND max(content_swept_to, records_swept_to) > ?1`,
  );
  const records = database.prepare(
    'UPDATE retentions SET records_swept_to = min(records_swept_to, ?) WHERE tenant_id = ?',
  );
  return {
    noteEnd: (tenantId, messageId) => void both.run(messageId, tenantId),
    noteEmptied: (tenantId, messageId) => void records.run(messageId, tenantId),
    reset: (tenantId) => void both.run('', tenantId),
  };
}
