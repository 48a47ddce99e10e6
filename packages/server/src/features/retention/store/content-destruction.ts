import type { CuratedId } from '@avow/foundation';
import type { Dialect, Operation, Statements } from '@avow/storage';
import type { LastingSecrets, RecordSecrets } from '@avow/storage/sealing';
import { forgetQuotingSql } from '../../idempotency/store/request-writes.ts';
import type { DerivedPairs } from '../../records/store/derived-pairs.ts';
import { prepareNoteErasure } from '../../samples/store/erase-notes.ts';
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
export const erasedPerson = 'erased';

/** Tables whose rows are deleted with the content of a message. Labels contain only numbers and are kept. */
export const dependentTables = [
  'message_journal',
  'question_vectors',
  'handled_questions',
  'feedback',
  'golden_questions',
  'idempotency',
  'mails',
  'review_notes',
  'handovers',
];

/** Takes the tenant and the message. */
export function removeDependentSql(dialect: Dialect, table: string): string {
  // Without the hint SQLite would scan all claims of the tenant.
  const hint = table === 'idempotency' ? dialect.indexedBy('idempotency_by_message') : '';
  return `DELETE FROM ${table} ${hint} WHERE tenant_id = ? AND message_id = ?`;
}

/**
 * Pairs that were or are being drafted from a message: from feedback on it, or by the person who answered it later; and those
 * recorded with the message when feedback was replaced or the content expired.
 */
const pairsSql = `SELECT proposal_curated_id AS curated_id FROM feedback
    WHERE tenant_id = ?1 AND message_id = ?2 AND proposal_curated_id IS NOT NULL
  UNION SELECT curated_id FROM handled_questions
    WHERE tenant_id = ?1 AND message_id = ?2 AND curated_id IS NOT NULL`;

function prepareThreadErasure({ read, change }: Statements) {
  // Newest first, because an erasure of a thread begins with the oldest.
  const findPerson = read(
    `SELECT 1 FROM messages WHERE tenant_id = ? AND thread_id = ? AND end_user_id IS NOT NULL
     ORDER BY message_id DESC LIMIT 1`,
  );
  const anonymize = change(
    'UPDATE threads SET end_user_id = ? WHERE tenant_id = ? AND thread_id = ? AND end_user_id IS NOT NULL',
  );
  return function* anonymizeThread(tenantId: string, threadId: string): Operation<void> {
    if ((yield* findPerson.first(tenantId, threadId)) !== null) return;
    yield* anonymize.put(erasedPerson, tenantId, threadId);
  };
}

interface DestructionParts {
  readonly recordSecrets: RecordSecrets;
  readonly lasting: LastingSecrets;
  readonly derivedPairs: DerivedPairs;
}

/** Destroys the content of messages and the data attached to them, within a transaction. */
export function prepareDestruction(
  statements: Statements,
  { recordSecrets, lasting, derivedPairs }: DestructionParts,
) {
  const { dialect, read, change } = statements;
  const listPairs = read<{ readonly curated_id: CuratedId }>(pairsSql);
  const empty = change(
    `UPDATE messages SET secret_no = NULL, content_no = NULL, content_state = ?, left_pairs = ?
     WHERE tenant_id = ? AND message_id = ?`,
  );
  const emptyReports = prepareReportErasure(statements, lasting);
  const eraseNotes = prepareNoteErasure(statements, lasting);
  const forgetQuoting = change(forgetQuotingSql);
  const removals = dependentTables.map((table) => change(removeDependentSql(dialect, table)));
  return {
    /** Returns the curated pairs that were drafted from it, which are kept. */
    *destroy(toDestroy: ToDestroy): Operation<CuratedId[]> {
      const { tenantId, messageId, secretNo, contentNo, state } = toDestroy;
      const drafted = yield* listPairs.all(tenantId, messageId);
      const noted = yield* derivedPairs.list(tenantId, messageId);
      const pairs = [...new Set([...drafted.map((pair) => pair.curated_id), ...noted])].sort();
      if (secretNo !== null) yield* recordSecrets.wipeSecret(secretNo);
      if (contentNo !== null) yield* recordSecrets.wipeContent(contentNo);
      yield* emptyReports(tenantId, messageId);
      yield* eraseNotes(tenantId, messageId);
      for (const removal of removals) yield* removal.put(tenantId, messageId);
      yield* forgetQuoting.put(tenantId, messageId);
      yield* empty.put(state, JSON.stringify(pairs), tenantId, messageId);
      return pairs;
    },
    /** To be called after a message that named a person is gone: if it was the last, the thread no longer names them either. */
    anonymizeThread: prepareThreadErasure(statements),
  };
}

export type Destruction = ReturnType<typeof prepareDestruction>;
