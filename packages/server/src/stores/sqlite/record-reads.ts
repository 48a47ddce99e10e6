import type { DatabaseSync } from 'node:sqlite';
import type { TenantId } from '../../interfaces/identity.ts';
import { personOf } from '../sealing/record-secret.ts';
import { openText } from '../sealing/seal-bytes.ts';
import type { JournalColumns } from './journal-columns.ts';
import type { KeyRing } from './key-ring.ts';
import { firstIdAt, type ListCall, listConditions } from './list-conditions.ts';
import { findDroppedSql } from './log-columns.ts';
import {
  type SealedColumns,
  type StoredColumns,
  sealedColumnsSql,
  sealedTablesSql,
} from './message-columns.ts';
import { prepareMessageSecrets } from './message-secrets.ts';
import { openColumns } from './open-columns.ts';
import { prepareReads, type Read } from './prepare-reads.ts';
import { type SpendingColumns, spendingColumnsSql } from './spending-columns.ts';

/** The query for a list of messages that fulfil the conditions, newest first. */
export function listMessagesSql(conditions: string): string {
  return `SELECT ${sealedColumnsSql} FROM ${sealedTablesSql}
    WHERE ${conditions} AND messages.content_no IS NOT NULL ORDER BY message_id DESC LIMIT ?`;
}

type OfTenant = readonly [tenantId: TenantId, ...columns: StoredColumns];
type SealedOfTenant = readonly [tenantId: TenantId, ...columns: SealedColumns];
type MessageKey = readonly [tenantId: string, messageId: string];

const unfinishedSql = `SELECT messages.tenant_id, ${sealedColumnsSql} FROM ${sealedTablesSql}
  WHERE leaf_index IS NULL`;

/** Of one tenant, oldest first. The second condition on the status chooses the index. */
export const listHeldSql = `SELECT ${sealedColumnsSql} FROM ${sealedTablesSql}
  WHERE tenant_id = ? AND status = 'in_review' AND status <> 'delivered' AND message_id > ?
  ORDER BY message_id LIMIT ?`;

function prepareAll(database: DatabaseSync) {
  const prepare = prepareReads(database);
  return {
    prepare,
    getRecord: prepare<SealedColumns>(
      `SELECT ${sealedColumnsSql} FROM ${sealedTablesSql} WHERE tenant_id = ? AND message_id = ?`,
    ),
    getDropped: prepare<readonly [leafIndex: number, leafHash: string]>(findDroppedSql),
    getThread: prepare<readonly [person: string | null]>(
      'SELECT end_user_id FROM threads WHERE tenant_id = ? AND thread_id = ?',
    ),
    listUnfinished: prepare<SealedOfTenant>(
      `${unfinishedSql} AND status <> 'in_review' ORDER BY message_id LIMIT ?`,
    ),
    listOverdue: prepare<SealedOfTenant>(
      `${unfinishedSql} AND status = 'in_review' AND message_id < ? ORDER BY message_id LIMIT ?`,
    ),
    listHeld: prepare<SealedColumns>(listHeldSql),
    readJournal: prepare<readonly [seq: number, type: string, body: Uint8Array]>(
      'SELECT seq, type, body FROM message_journal WHERE tenant_id = ? AND message_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    ),
    readSpending: prepare<SpendingColumns>(
      `SELECT ${spendingColumnsSql} FROM model_spending WHERE tenant_id = ? AND day >= ? ORDER BY day, currency`,
    ),
  };
}

/** The reader's operations on messages, their journals, threads, and what answers have cost. */
export function createRecordReads(database: DatabaseSync, keys: KeyRing) {
  const { prepare, ...reads } = prepareAll(database);
  const secretOf = prepareMessageSecrets(database, keys);
  const open = (tenantId: string) => (columns: SealedColumns) => openColumns(keys, tenantId, columns);
  const openOfTenant = ([tenantId, ...columns]: SealedOfTenant): OfTenant => [
    tenantId,
    ...openColumns(keys, tenantId, columns),
  ];
  /** There are few kinds of filter, so every kind is prepared once. */
  const lists = new Map<string, Read<SealedColumns>>();

  return {
    getRecord(key: MessageKey): StoredColumns | null {
      const columns = reads.getRecord.first(...key);
      return columns === null ? null : open(key[0])(columns);
    },
    getDropped: (key: MessageKey) => reads.getDropped.first(...key),
    /** Whether the thread is this person's; null where there is no such thread. */
    isThreadOf([tenantId, threadId, endUserId]: readonly [
      tenantId: string,
      threadId: string,
      endUserId: string | null,
    ]): boolean | null {
      const thread = reads.getThread.first(tenantId, threadId);
      if (thread === null) return null;
      return thread[0] === (endUserId === null ? null : personOf(keys.get(tenantId), endUserId));
    },
    readJournal(call: readonly [...MessageKey, after: number, limit: number]): JournalColumns[] {
      const secret = secretOf(call[0], call[1]);
      if (secret === null) return [];
      return reads.readJournal
        .all(...call)
        .map(([seq, type, body]) => [seq, type, openText(secret, 'journal', body)]);
    },
    readSpending: (call: readonly [tenantId: string, fromDay: string]) => reads.readSpending.all(...call),
    listUnfinished: (limit: number) => reads.listUnfinished.all(limit).map(openOfTenant),
    listOverdue: ({ askedBeforeMs, limit }: { readonly askedBeforeMs: number; readonly limit: number }) =>
      reads.listOverdue.all(firstIdAt(askedBeforeMs), limit).map(openOfTenant),
    listHeld: (call: readonly [tenantId: string, after: string, limit: number]) =>
      reads.listHeld.all(...call).map(open(call[0])),
    listMessages(call: ListCall): StoredColumns[] {
      const { sql, parameters } = listConditions(call);
      let list = lists.get(sql);
      if (list === undefined) {
        list = prepare<SealedColumns>(listMessagesSql(sql));
        lists.set(sql, list);
      }
      return list.all(...parameters, call.limit).map(open(call.tenantId));
    },
  };
}
