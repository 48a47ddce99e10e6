import type { DatabaseSync } from 'node:sqlite';
import type { TenantId } from '../../interfaces/identity.ts';
import type { JournalColumns } from './journal-columns.ts';
import { firstIdAt, type ListCall, listConditions } from './list-conditions.ts';
import { type StoredColumns, storedColumnsSql } from './message-columns.ts';
import { prepareReads, type Read } from './prepare-reads.ts';
import { type SpendingColumns, spendingColumnsSql } from './spending-columns.ts';

/** The query for a list of messages that fulfil the conditions, newest first. */
export function listMessagesSql(conditions: string): string {
  return `SELECT ${storedColumnsSql} FROM messages WHERE ${conditions} ORDER BY message_id DESC LIMIT ?`;
}

type OfTenant = readonly [tenantId: TenantId, ...StoredColumns];

const unfinishedSql = `SELECT messages.tenant_id, ${storedColumnsSql} FROM messages WHERE leaf_index IS NULL`;

/** Of one tenant, oldest first. The second condition on the status chooses the index. */
export const listHeldSql = `SELECT ${storedColumnsSql} FROM messages WHERE tenant_id = ? AND status = 'in_review'
  AND status <> 'delivered' AND message_id > ? ORDER BY message_id LIMIT ?`;

/** The reader's operations on messages, their journals, threads, and what answers have cost. */
export function createRecordReads(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const getMessage = prepare<StoredColumns>(
    `SELECT ${storedColumnsSql} FROM messages WHERE tenant_id = ? AND message_id = ?`,
  );
  const getThread = prepare<readonly [endUserId: string | null]>(
    'SELECT end_user_id FROM threads WHERE tenant_id = ? AND thread_id = ?',
  );
  const listUnfinished = prepare<OfTenant>(
    `${unfinishedSql} AND status <> 'in_review' ORDER BY message_id LIMIT ?`,
  );
  const listOverdue = prepare<OfTenant>(
    `${unfinishedSql} AND status = 'in_review' AND message_id < ? ORDER BY message_id LIMIT ?`,
  );
  const listHeld = prepare<StoredColumns>(listHeldSql);
  const readJournal = prepare<JournalColumns>(
    'SELECT seq, type, body FROM message_journal WHERE tenant_id = ? AND message_id = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  const readSpending = prepare<SpendingColumns>(
    `SELECT ${spendingColumnsSql} FROM model_spending WHERE tenant_id = ? AND day >= ? ORDER BY day, currency`,
  );
  /** There are few kinds of filter, so every kind is prepared once. */
  const lists = new Map<string, Read<StoredColumns>>();

  return {
    getMessage: (key: readonly [tenantId: string, messageId: string]) => getMessage.first(...key),
    getThread: (key: readonly [tenantId: string, threadId: string]) => getThread.first(...key),
    readJournal: (call: readonly [tenantId: string, messageId: string, after: number, limit: number]) =>
      readJournal.all(...call),
    readSpending: (call: readonly [tenantId: string, fromDay: string]) => readSpending.all(...call),
    listUnfinished: (limit: number) => listUnfinished.all(limit),
    listOverdue: ({ askedBeforeMs, limit }: { readonly askedBeforeMs: number; readonly limit: number }) =>
      listOverdue.all(firstIdAt(askedBeforeMs), limit),
    listHeld: (call: readonly [tenantId: string, after: string, limit: number]) => listHeld.all(...call),
    listMessages(call: ListCall): StoredColumns[] {
      const { sql, parameters } = listConditions(call);
      let list = lists.get(sql);
      if (list === undefined) {
        list = prepare<StoredColumns>(listMessagesSql(sql));
        lists.set(sql, list);
      }
      return list.all(...parameters, call.limit);
    },
  };
}
