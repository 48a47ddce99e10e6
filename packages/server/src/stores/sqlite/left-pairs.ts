import type { DatabaseSync } from 'node:sqlite';
import type { CuratedId } from '../../interfaces/identity.ts';
import { prepareReads } from './prepare-reads.ts';

/**
 * Curated pairs that have words of a message, or of what was said of it, noted with the message. What else tells of them may
 * go before it does, and whoever erases it must be told which they are.
 */
export interface LeftPairs {
  note(tenantId: string, messageId: string, curatedId: string): void;
  /** The pair has no words of it after all. */
  remove(tenantId: string, messageId: string, curatedId: string): void;
  list(tenantId: string, messageId: string): CuratedId[];
}

export function prepareLeftPairs(database: DatabaseSync): LeftPairs {
  const note = database.prepare(
    `UPDATE messages SET left_pairs = json_insert(coalesce(left_pairs, '[]'), '$[#]', ?3)
     WHERE tenant_id = ?1 AND message_id = ?2 AND ?3 NOT IN (SELECT value FROM json_each(left_pairs))`,
  );
  // What is noted of a message that is gone was told to whoever erased it, and stays as it was told.
  const remove = database.prepare(
    `UPDATE messages SET left_pairs = (SELECT json_group_array(value) FROM json_each(left_pairs) WHERE value <> ?3)
     WHERE tenant_id = ?1 AND message_id = ?2 AND secret_no IS NOT NULL`,
  );
  const list = prepareReads(database)<readonly [curatedId: CuratedId]>(
    'SELECT value FROM messages, json_each(left_pairs) WHERE tenant_id = ? AND message_id = ?',
  );
  return {
    note: (tenantId, messageId, curatedId) => void note.run(tenantId, messageId, curatedId),
    remove: (tenantId, messageId, curatedId) => void remove.run(tenantId, messageId, curatedId),
    list: (tenantId, messageId) => list.all(tenantId, messageId).map(([curatedId]) => curatedId),
  };
}
