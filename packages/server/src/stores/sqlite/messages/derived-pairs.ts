import type { DatabaseSync } from 'node:sqlite';
import type { CuratedId } from '@avow/foundation';
import { prepareReads } from '../prepare-reads.ts';

/**
 * Curated pairs with text from a message or from feedback on it, recorded with the message. Other references to them may be
 * deleted earlier, and the caller who erases the message must learn which pairs they are.
 */
export interface DerivedPairs {
  note(tenantId: string, messageId: string, curatedId: string): void;
  /** The pair has no text of it after all. */
  remove(tenantId: string, messageId: string, curatedId: string): void;
  list(tenantId: string, messageId: string): CuratedId[];
}

export function prepareDerivedPairs(database: DatabaseSync): DerivedPairs {
  const note = database.prepare(
    `UPDATE messages SET left_pairs = json_insert(coalesce(left_pairs, '[]'), '$[#]', ?3)
     WHERE tenant_id = ?1 AND message_id = ?2 AND ?3 NOT IN (SELECT value FROM json_each(left_pairs))`,
  );
  // The list of an erased message was reported to the caller, and stays as reported.
  const remove = database.prepare(
    `UPDATE messages SET left_pairs = (SELECT json_group_array(value) FROM json_each(left_pairs) WHERE value <> ?3)
     WHERE tenant_id = ?1 AND message_id = ?2 AND secret_no IS NOT NULL`,
  );
  const list = prepareReads(database)<{ readonly value: CuratedId }>(
    'SELECT value FROM messages, json_each(left_pairs) WHERE tenant_id = ? AND message_id = ?',
  );
  return {
    note: (tenantId, messageId, curatedId) => void note.run(tenantId, messageId, curatedId),
    remove: (tenantId, messageId, curatedId) => void remove.run(tenantId, messageId, curatedId),
    list: (tenantId, messageId) => list.all(tenantId, messageId).map(({ value }) => value),
  };
}
