import type { DatabaseSync } from 'node:sqlite';
import type { JournalEvent } from '../../../records/record-store.ts';
import { personOf } from '../../sealing/record-secret.ts';
import { openText } from '../../sealing/seal-bytes.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { findDroppedSql, type LeafColumns } from '../log/log-columns.ts';
import { prepareReads, type Read } from '../prepare-reads.ts';
import { firstIdAt, type ListCall, listConditions } from './list-conditions.ts';
import {
  type OpenedMessage,
  type SealedMessage,
  sealedColumnsSql,
  sealedTablesSql,
} from './message-columns.ts';
import { prepareMessageSecrets } from './message-secrets.ts';
import { openMessage } from './open-message.ts';
import { type SpendingColumns, spendingColumns } from './spending-columns.ts';

/** The query for messages that match the conditions, newest first. */
export function listMessagesSql(conditions: string): string {
  return `SELECT ${sealedColumnsSql} FROM ${sealedTablesSql}
    WHERE ${conditions} AND messages.content_no IS NOT NULL ORDER BY message_id DESC LIMIT ?`;
}

type MessageKey = readonly [tenantId: string, messageId: string];

const unfinishedSql = `SELECT ${sealedColumnsSql} FROM ${sealedTablesSql}
  WHERE leaf_index IS NULL`;

/** Of one tenant, oldest first. The second condition on the status chooses the index. */
export const listInReviewSql = `SELECT ${sealedColumnsSql} FROM ${sealedTablesSql}
  WHERE tenant_id = ? AND status = 'in_review' AND status <> 'delivered' AND message_id > ?
  ORDER BY message_id LIMIT ?`;

function prepareAll(database: DatabaseSync) {
  const prepare = prepareReads(database);
  return {
    prepare,
    getRecord: prepare<SealedMessage>(
      `SELECT ${sealedColumnsSql} FROM ${sealedTablesSql} WHERE tenant_id = ? AND message_id = ?`,
    ),
    getDropped: prepare<LeafColumns>(findDroppedSql),
    getThread: prepare<{ readonly end_user_id: string | null }>(
      'SELECT end_user_id FROM threads WHERE tenant_id = ? AND thread_id = ?',
    ),
    listUnfinished: prepare<SealedMessage>(
      `${unfinishedSql} AND status <> 'in_review' ORDER BY message_id LIMIT ?`,
    ),
    listOverdue: prepare<SealedMessage>(
      `${unfinishedSql} AND status = 'in_review' AND message_id < ? ORDER BY message_id LIMIT ?`,
    ),
    listInReview: prepare<SealedMessage>(listInReviewSql),
    readJournal: prepare<{ readonly seq: number; readonly type: string; readonly body: Uint8Array }>(
      'SELECT seq, type, body FROM message_journal WHERE tenant_id = ? AND message_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    ),
    readSpending: prepare<SpendingColumns>(
      `SELECT ${spendingColumns.join(', ')} FROM model_spending WHERE tenant_id = ? AND day >= ? ORDER BY day, currency`,
    ),
  };
}

/** The reader's operations on messages, their journals, threads, and what answers have cost. */
export function createRecordReads(database: DatabaseSync, keys: KeyRing) {
  const { prepare, ...reads } = prepareAll(database);
  const secretOf = prepareMessageSecrets(database, keys);
  const open = (sealed: SealedMessage) => openMessage(keys, sealed);
  /** There are few kinds of filter, so every kind is prepared once. */
  const lists = new Map<string, Read<SealedMessage>>();

  return {
    getRecord(key: MessageKey): OpenedMessage | null {
      const sealed = reads.getRecord.first(...key);
      return sealed === null ? null : open(sealed);
    },
    getDropped: (key: MessageKey) => reads.getDropped.first(...key),
    /** Whether the thread is this person's; null if there is no such thread. */
    isThreadOf([tenantId, threadId, endUserId]: readonly [
      tenantId: string,
      threadId: string,
      endUserId: string | null,
    ]): boolean | null {
      const thread = reads.getThread.first(tenantId, threadId);
      if (thread === null) return null;
      return thread.end_user_id === (endUserId === null ? null : personOf(keys.get(tenantId), endUserId));
    },
    readJournal(call: readonly [...MessageKey, after: number, limit: number]): JournalEvent[] {
      const secret = secretOf(call[0], call[1]);
      if (secret === null) return [];
      return reads.readJournal
        .all(...call)
        .map(({ seq, type, body }) => ({ seq, type, body: openText(secret, 'journal', body) }));
    },
    readSpending: (call: readonly [tenantId: string, fromDay: string]) => reads.readSpending.all(...call),
    listUnfinished: (limit: number) => reads.listUnfinished.all(limit).map(open),
    listOverdue: ({ askedBeforeMs, limit }: { readonly askedBeforeMs: number; readonly limit: number }) =>
      reads.listOverdue.all(firstIdAt(askedBeforeMs), limit).map(open),
    listInReview: (call: readonly [tenantId: string, after: string, limit: number]) =>
      reads.listInReview.all(...call).map(open),
    listMessages(call: ListCall): OpenedMessage[] {
      const { sql, parameters } = listConditions(call);
      let list = lists.get(sql);
      if (list === undefined) {
        list = prepare<SealedMessage>(listMessagesSql(sql));
        lists.set(sql, list);
      }
      return list.all(...parameters, call.limit).map(open);
    },
  };
}
