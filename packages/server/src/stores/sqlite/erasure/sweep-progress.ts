import type { DatabaseSync } from 'node:sqlite';

/**
 * The progress of a tenant's retention sweeps: what is older is not examined again. Sweeps skip what is under hold, what has
 * not ended, and records that still have content: changing any of that must set the progress back.
 */
export interface SweepProgress {
  /**
   * A message has ended. A sweep may have skipped it before it ended, or before it existed: ids contain the time, and a
   * clock may be set back.
   */
  noteEnd(tenantId: string, messageId: string): void;
  /** The content of a message is gone, so that its record may be dropped when it is due. */
  noteEmptied(tenantId: string, messageId: string): void;
  /** Everything is examined again. */
  reset(tenantId: string): void;
}

export function prepareSweepProgress(database: DatabaseSync): SweepProgress {
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
