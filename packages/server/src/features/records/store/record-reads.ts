import type { MessageId, TenantId } from '@avow/foundation';
import { assertPage, type Operation, type OperationsFor, type Read, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openText, personOf } from '@avow/storage/sealing';
import {
  decodeEntry,
  type EntryColumns,
  findDroppedSql,
  type LeafColumns,
} from '../../log/store/log-columns.ts';
import type { RecordStore } from '../record-store.ts';
import { isOrphanedSql } from './idempotency-writes.ts';
import { firstIdAt, listConditions } from './list-conditions.ts';
import { type OpenedMessage, type SealedMessage, sealedColumnsSql } from './message-columns.ts';
import { prepareMessageSecrets } from './message-secrets.ts';
import { openMessage, openMessages } from './open-message.ts';
import { readableSql } from './readable-sql.ts';
import { assertDay, decodeSpending, spendingColumns } from './spending-columns.ts';

/** The query for messages that match the conditions, newest first. */
export function listMessagesSql(statements: Statements, conditions: string): string {
  return `SELECT ${sealedColumnsSql(statements.dialect)} FROM messages
    WHERE ${conditions} AND messages.content_no IS NOT NULL ORDER BY message_id DESC LIMIT ?`;
}

const unfinishedSql = (statements: Statements) =>
  `SELECT ${sealedColumnsSql(statements.dialect)} FROM messages WHERE leaf_index IS NULL`;

/** Of one tenant, oldest first. All of them have content; the conditions that say so, and on the status, choose the index. */
export const listInReviewSql = (
  statements: Statements,
  readable = '1 = 1',
) => `SELECT ${sealedColumnsSql(statements.dialect)} FROM messages
  WHERE tenant_id = ? AND status = 'in_review' AND status <> 'delivered' AND messages.content_no IS NOT NULL
    AND message_id > ? AND ${readable} ORDER BY message_id LIMIT ?`;

/** By whom the review of a message was taken; undefined: by anybody, or nobody. */
function assignedSql(assignedTo: string | null | undefined) {
  if (assignedTo === undefined) return { sql: '1 = 1', parameters: [] };
  const isTheirs = (condition: string) => `EXISTS (SELECT 1 FROM reviews
    WHERE reviews.tenant_id = messages.tenant_id AND reviews.message_id = messages.message_id AND ${condition})`;
  return assignedTo === null
    ? { sql: isTheirs('reviews.assigned_to IS NULL'), parameters: [] }
    : { sql: isTheirs('reviews.assigned_to = ?'), parameters: [assignedTo] };
}

/** The condition on the status chooses the index. */
const listIncidentsSql = (readable: string) => `SELECT log_entries.leaf_index, log_entries.leaf_hash, entry
  FROM messages JOIN log_entries
    ON log_entries.tenant_id = messages.tenant_id AND log_entries.leaf_index = messages.leaf_index
  WHERE messages.tenant_id = ? AND messages.leaf_index < ? AND ${readable}
    AND messages.leaf_index IS NOT NULL AND (messages.status = 'blocked' OR messages.status = 'failed')
  ORDER BY messages.leaf_index DESC LIMIT ?`;

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
    listOrphanedTenants: read(
      `SELECT DISTINCT tenant_id FROM idempotency WHERE ${isOrphanedSql(statements)}`,
      (row: { readonly tenant_id: TenantId }) => row.tenant_id,
    ),
    listOverdue: read<SealedMessage>(
      `${unfinishedSql(statements)} AND status = 'in_review' AND message_id < ? ORDER BY message_id LIMIT ?`,
    ),
    readJournal: read<{ readonly seq: number; readonly type: string; readonly body: Uint8Array }>(
      'SELECT seq, type, body FROM message_journal WHERE tenant_id = ? AND message_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    ),
    readSpending: read(
      `SELECT ${spendingColumns.join(', ')} FROM model_spending WHERE tenant_id = ? AND day >= ? ORDER BY day, currency`,
      decodeSpending,
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

  const incidents = new Map<string, Read<EntryColumns>>();
  const prepareIncidents = (sql: string) => {
    const list = incidents.get(sql) ?? statements.read<EntryColumns>(sql);
    incidents.set(sql, list);
    return list;
  };

  const recordReads = {
    *isThreadOf(tenantId, threadId, endUserId) {
      const thread = yield* reads.getThread.first(tenantId, threadId);
      if (thread === null) return false;
      const person = endUserId === null ? null : personOf(yield* keys.get(tenantId), endUserId);
      return thread.end_user_id === person;
    },
    *hasThread(tenantId, threadId) {
      return (yield* reads.getThread.first(tenantId, threadId)) !== null;
    },
    *readJournal(tenantId, messageId, { after, limit }) {
      assertPage(limit);
      const secret = yield* secretOf(tenantId, messageId);
      if (secret === null) return [];
      const rows = yield* reads.readJournal.all(tenantId, messageId, after, limit);
      return rows.map(({ seq, type, body }) => ({ seq, type, body: openText(secret, 'journal', body) }));
    },
    readSpending(tenantId, fromDay) {
      assertDay(fromDay);
      return reads.readSpending.all(tenantId, fromDay);
    },
    *listIncidents(tenantId, groups, { before, limit }) {
      assertPage(limit);
      const readable = readableSql(statements.dialect, groups);
      const rows = yield* prepareIncidents(listIncidentsSql(readable.sql)).all(
        ...[tenantId, before ?? Number.MAX_SAFE_INTEGER, ...readable.parameters, limit],
      );
      return rows.map(decodeEntry);
    },
    *isHidden(tenantId, id, groups) {
      const readable = readableSql(statements.dialect, groups);
      const column = id.startsWith('thr_') ? 'thread_id' : 'message_id';
      const hidden = prepareOnce(
        `SELECT message_id FROM messages WHERE tenant_id = ? AND ${column} = ? AND NOT ${readable.sql} LIMIT 1`,
      );
      return (yield* hidden.first(tenantId, id, ...readable.parameters)) !== null;
    },
  } satisfies OperationsFor<RecordStore>;
  return {
    ...recordReads,
    listOrphanedTenants: () => reads.listOrphanedTenants.all(),
    *openRecord(tenantId: TenantId, messageId: MessageId): Operation<OpenedMessage | null> {
      const sealed = yield* reads.getRecord.first(tenantId, messageId);
      return sealed === null ? null : yield* openMessage(keys, sealed);
    },
    findDropped: (tenantId: TenantId, messageId: MessageId) => reads.getDropped.first(tenantId, messageId),
    openUnfinished: (limit: number) => openAll(reads.listUnfinished.all(limit)),
    openOverdue: (askedBeforeMs: number, limit: number) =>
      openAll(reads.listOverdue.all(firstIdAt(askedBeforeMs), limit)),
    openInReview(
      tenantId: TenantId,
      { after, limit, readableBy, assignedTo }: Parameters<RecordStore['listInReview']>[1],
    ): Operation<OpenedMessage[]> {
      assertPage(limit);
      const readable = readableSql(statements.dialect, readableBy);
      const assigned = assignedSql(assignedTo);
      const list = prepareOnce(listInReviewSql(statements, `${readable.sql} AND ${assigned.sql}`));
      const parameters = [...readable.parameters, ...assigned.parameters];
      return openAll(list.all(tenantId, after ?? '', ...parameters, limit));
    },
    *openMessages(
      ...[tenantId, filter, { before, limit }]: Parameters<RecordStore['listMessages']>
    ): Operation<OpenedMessage[]> {
      assertPage(limit);
      const { endUserId } = filter;
      const key = endUserId === undefined ? null : yield* keys.find(tenantId);
      // Without a key nothing was ever recorded.
      if (endUserId !== undefined && key === null) return [];
      const person = endUserId === undefined || key === null ? null : personOf(key, endUserId);
      const { sql, parameters } = listConditions(statements.dialect, { tenantId, filter, person, before });
      const list = prepareOnce(listMessagesSql(statements, sql));
      return yield* openAll(list.all(...parameters, limit));
    },
  };
}
