import type { Operation, Statements } from '@avow/storage';

/**
 * The progress of a tenant's retention sweeps: what is older is not examined again. Sweeps skip what is under hold, what has
 * not ended, and records that still have content: changing any of that must set the progress back.
 */
export interface SweepProgress {
  /**
   * A message has ended. A sweep may have skipped it before it ended, or before it existed: ids contain the time, and a
   * clock may be set back.
   */
  noteEnd(tenantId: string, messageId: string): Operation<void>;
  /** The content of a message is gone, so that its record may be dropped when it is due. */
  noteEmptied(tenantId: string, messageId: string): Operation<void>;
  /** Everything is examined again. */
  reset(tenantId: string): Operation<void>;
}

/** The earlier of what is stored and the first parameter. */
const earlier = (column: string) => `${column} = CASE WHEN ${column} < ?1 THEN ${column} ELSE ?1 END`;

export function prepareSweepProgress({ change }: Statements): SweepProgress {
  const both = change(
    `UPDATE retentions SET ${earlier('content_swept_to')}, ${earlier('records_swept_to')}
     WHERE tenant_id = ?2 AND (content_swept_to > ?1 OR records_swept_to > ?1)`,
  );
  const records = change(`UPDATE retentions SET ${earlier('records_swept_to')} WHERE tenant_id = ?2`);
  return {
    noteEnd: (tenantId, messageId) => both.put(messageId, tenantId),
    noteEmptied: (tenantId, messageId) => records.put(messageId, tenantId),
    reset: (tenantId) => both.put('', tenantId),
  };
}
