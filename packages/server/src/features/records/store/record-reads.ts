import type { TenantId } from '@avow/foundation';
import type { Operation, Read, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openText, personOf } from '@avow/storage/sealing';
import { findDroppedSql, type LeafColumns } from '../../log/store/log-columns.ts';
import type { ReaderGroups } from '../audience.ts';
import type { JournalEvent } from '../record-store.ts';
import { isOrphanedSql } from './idempotency-writes.ts';
import { firstIdAt, type ListCall, listConditions } from './list-conditions.ts';
import { type OpenedMessage, type SealedMessage, sealedColumnsSql } from './message-columns.ts';
import { prepareMessageSecrets } from './message-secrets.ts';
import { openMessage, openMessages } from './open-message.ts';
import { readableSql } from './readable-sql.ts';
import { type SpendingColumns, spendingColumns } from './spending-columns.ts';

/** The query for messages that match the conditions, newest first. */
export function listMessagesSql(statements: Statements, conditions: string): string {
  return `SELECT ${sealedColumnsSql(statements.dialect)} FROM messages
    WHERE ${conditions} AND messages.content_no IS NOT NULL ORDER BY message_id DESC LIMIT ?`;
}

interface ListInReviewCall {
  readonly tenantId: string;
  readonly after: string;
  readonly limit: number;
  readonly readableBy: ReaderGroups;
}

interface IsHiddenCall {
  readonly tenantId: string;
  /** Of a message or a thread. */
  readonly id: string;
  readonly groups: ReaderGroups;
}

type MessageKey = readonly [tenantId: string, messageId: string];

const unfinishedSql = (statements: Statements) =>
  `SELECT ${sealedColumnsSql(statements.dialect)} FROM messages WHERE leaf_index IS NULL`;

/** Of one tenant, oldest first. All of them have content; the conditions that say so, and on the status, choose the index. */
export const listInReviewSql = (
  statements: Statements,
  readable = '1 = 1',
) => `SELECT ${sealedColumnsSql(statements.dialect)} FROM messages
  WHERE tenant_id = ? AND status = 'in_review' AND status <> 'delivered' AND messages.content_no IS NOT NULL
    AND message_id > ? AND ${readable} ORDER BY message_id LIMIT ?`;

function prepareAll(statements: Statements) {
  const { read } = statements;
  return {
    getRecord: read<SealedMessage>(
      `SELECT ${sealedColumnsSql(statements.dialect)} FROM messages WHERE tenant_id = ? AND message_id = ?`,
    ),
    getDropped: read<LeafColumns>(findDroppedSql),
    getThread: read<{ readonly end_user_id: string | null }>(
      'SELECT end_user_id FROM threads WHERE tenant_id = ? AND thread_id = ?',
    ),
    listUnfinished: read<SealedMessage>(
      `${unfinishedSql(statements)} AND status <> 'in_review'
       AND ${statements.dialect.isAbandoned('messages.node_id')} ORDER BY message_id LIMIT ?`,
    ),
    listOrphanedTenants: read<{ readonly tenant_id: TenantId }>(
      `SELECT DISTINCT tenant_id FROM idempotency WHERE ${isOrphanedSql(statements)}`,
    ),
    listOverdue: read<SealedMessage>(
      `${unfinishedSql(statements)} AND status = 'in_review' AND message_id < ? ORDER BY message_id LIMIT ?`,
    ),
    readJournal: read<{ readonly seq: number; readonly type: string; readonly body: Uint8Array }>(
      'SELECT seq, type, body FROM message_journal WHERE tenant_id = ? AND message_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    ),
    readSpending: read<SpendingColumns>(
      `SELECT ${spendingColumns.join(', ')} FROM model_spending WHERE tenant_id = ? AND day >= ? ORDER BY day, currency`,
    ),
  };
}

/** The reader's operations on messages, their journals, threads, and what answers have cost. */
export function createRecordReads(statements: Statements, keys: KeyRing) {
  const reads = prepareAll(statements);
  const secretOf = prepareMessageSecrets(statements, keys);
  const openAll = (rows: Operation<SealedMessage[]>) => openMessages(keys, rows);
  /** There are few kinds of filter, so every kind is prepared once. */
  const lists = new Map<string, Read<SealedMessage>>();
  const prepareOnce = (sql: string) => {
    const known = lists.get(sql);
    if (known !== undefined) return known;
    const list = statements.read<SealedMessage>(sql);
    lists.set(sql, list);
    return list;
  };

  return {
    listOrphanedTenants: (_: null) => reads.listOrphanedTenants.all(),
    *getRecord(key: MessageKey): Operation<OpenedMessage | null> {
      const sealed = yield* reads.getRecord.first(...key);
      return sealed === null ? null : yield* openMessage(keys, sealed);
    },
    getDropped: (key: MessageKey) => reads.getDropped.first(...key),
    /** Whether the thread is this person's; null if there is no such thread. */
    *isThreadOf([tenantId, threadId, endUserId]: readonly [
      tenantId: string,
      threadId: string,
      endUserId: string | null,
    ]): Operation<boolean | null> {
      const thread = yield* reads.getThread.first(tenantId, threadId);
      if (thread === null) return null;
      const person = endUserId === null ? null : personOf(yield* keys.get(tenantId), endUserId);
      return thread.end_user_id === person;
    },
    *readJournal(call: readonly [...MessageKey, after: number, limit: number]): Operation<JournalEvent[]> {
      const secret = yield* secretOf(call[0], call[1]);
      if (secret === null) return [];
      const rows = yield* reads.readJournal.all(...call);
      return rows.map(({ seq, type, body }) => ({ seq, type, body: openText(secret, 'journal', body) }));
    },
    readSpending: (call: readonly [tenantId: string, fromDay: string]) => reads.readSpending.all(...call),
    listUnfinished: (limit: number) => openAll(reads.listUnfinished.all(limit)),
    listOverdue: ({ askedBeforeMs, limit }: { readonly askedBeforeMs: number; readonly limit: number }) =>
      openAll(reads.listOverdue.all(firstIdAt(askedBeforeMs), limit)),
    listInReview({ tenantId, after, limit, readableBy }: ListInReviewCall): Operation<OpenedMessage[]> {
      const readable = readableSql(statements.dialect, readableBy);
      const list = prepareOnce(listInReviewSql(statements, readable.sql));
      return openAll(list.all(tenantId, after, ...readable.parameters, limit));
    },
    *isHidden({ tenantId, id, groups }: IsHiddenCall): Operation<boolean> {
      const readable = readableSql(statements.dialect, groups);
      const column = id.startsWith('thr_') ? 'thread_id' : 'message_id';
      const hidden = prepareOnce(
        `SELECT message_id FROM messages WHERE tenant_id = ? AND ${column} = ? AND NOT ${readable.sql} LIMIT 1`,
      );
      return (yield* hidden.first(tenantId, id, ...readable.parameters)) !== null;
    },
    *listMessages(call: ListCall): Operation<OpenedMessage[]> {
      const { endUserId } = call.filter;
      const key = endUserId === undefined ? null : yield* keys.find(call.tenantId);
      // Without a key nothing was ever recorded.
      if (endUserId !== undefined && key === null) return [];
      const person = endUserId === undefined || key === null ? null : personOf(key, endUserId);
      const { sql, parameters } = listConditions(statements.dialect, { ...call, person });
      const list = prepareOnce(listMessagesSql(statements, sql));
      return yield* openAll(list.all(...parameters, call.limit));
    },
  };
}
