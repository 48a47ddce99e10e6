import type { DatabaseSync } from 'node:sqlite';
import type { CuratedId } from '@avow/foundation';
import type { LastingSecrets } from '../../keys/lasting-secrets.ts';
import type { RecordSecrets } from '../../keys/record-secrets.ts';
import { atOnce } from '../../sql/operation.ts';
import { prepareReads } from '../prepare-reads.ts';
import { prepareReportErasure } from './report-erasure.ts';

/** The rows to be destroyed; null: already gone. */
export interface ToDestroy {
  readonly tenantId: string;
  readonly messageId: string;
  readonly secretNo: number | null;
  readonly contentNo: number | null;
  /** The state of the content afterwards. */
  readonly state: 'erased' | 'expired';
}

/** Replaces the person of a thread. With null, anybody could continue the thread. */
const erasedPerson = 'erased';

/** Tables whose rows are deleted with the content of a message. Labels contain only numbers and are kept. */
export const dependentTables = [
  'message_journal',
  'question_vectors',
  'handled_questions',
  'feedback',
  'golden_questions',
  // Without the hint SQLite would scan all claims of the tenant.
  'idempotency INDEXED BY idempotency_by_message',
];

/**
 * Pairs that were or are being drafted from a message: from feedback on it, or by the person who answered it later; and those
 * recorded with the message when feedback was replaced or the content expired.
 */
const pairsSql = `SELECT proposal_curated_id AS curated_id FROM feedback
    WHERE tenant_id = ?1 AND message_id = ?2 AND proposal_curated_id IS NOT NULL
  UNION SELECT curated_id FROM handled_questions
    WHERE tenant_id = ?1 AND message_id = ?2 AND curated_id IS NOT NULL
  UNION SELECT value FROM messages, json_each(left_pairs) WHERE tenant_id = ?1 AND message_id = ?2 ORDER BY 1`;

function prepareThreadErasure(database: DatabaseSync) {
  // Newest first, because an erasure of a thread begins with the oldest.
  const findPerson = database.prepare(
    `SELECT 1 FROM messages WHERE tenant_id = ? AND thread_id = ? AND end_user_id IS NOT NULL
     ORDER BY message_id DESC LIMIT 1`,
  );
  const anonymize = database.prepare(
    'UPDATE threads SET end_user_id = ? WHERE tenant_id = ? AND thread_id = ? AND end_user_id IS NOT NULL',
  );
  return (tenantId: string, threadId: string): void => {
    if (findPerson.get(tenantId, threadId) === undefined) anonymize.run(erasedPerson, tenantId, threadId);
  };
}

/** Destroys the content of messages and the data attached to them, within a transaction. */
export function prepareDestruction(
  database: DatabaseSync,
  { recordSecrets, lasting }: { readonly recordSecrets: RecordSecrets; readonly lasting: LastingSecrets },
) {
  const prepare = prepareReads(database);
  const listPairs = prepare<{ readonly curated_id: CuratedId }>(pairsSql);
  const empty = database.prepare(
    `UPDATE messages SET secret_no = NULL, content_no = NULL, content_state = ?, left_pairs = ?
     WHERE tenant_id = ? AND message_id = ?`,
  );
  const emptyReports = prepareReportErasure(database, lasting);
  const removals = dependentTables.map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE tenant_id = ? AND message_id = ?`),
  );
  return {
    /** Returns the curated pairs that were drafted from it, which are kept. */
    destroy({ tenantId, messageId, secretNo, contentNo, state }: ToDestroy): CuratedId[] {
      const pairs = listPairs.all(tenantId, messageId).map((pair) => pair.curated_id);
      if (secretNo !== null) atOnce(recordSecrets.wipeSecret(secretNo));
      if (contentNo !== null) atOnce(recordSecrets.wipeContent(contentNo));
      emptyReports(tenantId, messageId);
      for (const removal of removals) removal.run(tenantId, messageId);
      empty.run(state, JSON.stringify(pairs), tenantId, messageId);
      return pairs;
    },
    /** To be called after a message that named a person is gone: if it was the last, the thread no longer names them either. */
    anonymizeThread: prepareThreadErasure(database),
  };
}

export type Destruction = ReturnType<typeof prepareDestruction>;
