import type { DatabaseSync } from 'node:sqlite';
import type { CuratedId } from '../../interfaces/identity.ts';
import { prepareReportErasure } from './forgetting-reports.ts';
import type { LastingSecrets } from './lasting-secrets.ts';
import { prepareReads } from './prepare-reads.ts';
import type { Vault } from './vault.ts';

/** Where what is to be destroyed is; null: it is gone already. */
export interface Doomed {
  readonly tenantId: string;
  readonly messageId: string;
  readonly secretNo: number | null;
  readonly contentNo: number | null;
  /** What its content is from then on. */
  readonly state: 'erased' | 'expired';
}

/** In place of whose thread it was. Null would make it a thread of nobody, which anybody may go on with. */
const erasedPerson = 'erased';

/** What is kept beside a message, and goes with its content. Labels hold numbers, and are not among it. */
export const besideTables = [
  'message_journal',
  'question_vectors',
  'handled_questions',
  'feedback',
  'golden_questions',
  // Told which: SQLite would look through all claims of the tenant.
  'idempotency INDEXED BY idempotency_by_message',
];

/**
 * Pairs that were drafted from a message, or begun to: by what was said of it, or by whoever answered it later; and those that
 * were noted when what was said was replaced, or the content expired.
 */
const pairsSql = `SELECT proposal_curated_id FROM feedback
    WHERE tenant_id = ?1 AND message_id = ?2 AND proposal_curated_id IS NOT NULL
  UNION SELECT curated_id FROM handled_questions
    WHERE tenant_id = ?1 AND message_id = ?2 AND curated_id IS NOT NULL
  UNION SELECT value FROM messages, json_each(left_pairs) WHERE tenant_id = ?1 AND message_id = ?2 ORDER BY 1`;

function prepareThreadErasure(database: DatabaseSync) {
  // From the newest: whoever erases a thread begins with the oldest.
  const findPerson = database.prepare(
    `SELECT 1 FROM messages WHERE tenant_id = ? AND thread_id = ? AND end_user_id IS NOT NULL
     ORDER BY message_id DESC LIMIT 1`,
  );
  const forget = database.prepare(
    'UPDATE threads SET end_user_id = ? WHERE tenant_id = ? AND thread_id = ? AND end_user_id IS NOT NULL',
  );
  return (tenantId: string, threadId: string): void => {
    if (findPerson.get(tenantId, threadId) === undefined) forget.run(erasedPerson, tenantId, threadId);
  };
}

/** Destroys the content of messages and what was kept beside it, within a transaction. */
export function prepareDestruction(
  database: DatabaseSync,
  { vault, lasting }: { readonly vault: Vault; readonly lasting: LastingSecrets },
) {
  const prepare = prepareReads(database);
  const listPairs = prepare<readonly [curatedId: CuratedId]>(pairsSql);
  const empty = database.prepare(
    `UPDATE messages SET secret_no = NULL, content_no = NULL, content_state = ?, left_pairs = ?
     WHERE tenant_id = ? AND message_id = ?`,
  );
  const emptyReports = prepareReportErasure(database, lasting);
  const removals = besideTables.map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE tenant_id = ? AND message_id = ?`),
  );
  return {
    /** Curated pairs that were drafted from it, which stay. */
    destroy({ tenantId, messageId, secretNo, contentNo, state }: Doomed): CuratedId[] {
      const pairs = listPairs.all(tenantId, messageId).map(([curatedId]) => curatedId);
      if (secretNo !== null) vault.wipeSecret(secretNo);
      if (contentNo !== null) vault.wipeContent(contentNo);
      emptyReports(tenantId, messageId);
      for (const removal of removals) removal.run(tenantId, messageId);
      empty.run(state, JSON.stringify(pairs), tenantId, messageId);
      return pairs;
    },
    /** To be called where a message that named a person is gone: a thread in which none does any more names them neither. */
    forgetThread: prepareThreadErasure(database),
  };
}

export type Destruction = ReturnType<typeof prepareDestruction>;
