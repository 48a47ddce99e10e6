import type { MessageId, TenantId } from '@avow/foundation';
import { assertPage, type OperationsFor, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { personOf } from '@avow/storage/sealing';
import { defaultRetention, type RetentionStore } from '../retention-store.ts';
import { erasedPerson } from './content-destruction.ts';

export const listMessagesOfSql = `SELECT message_id FROM messages
  WHERE tenant_id = ? AND end_user_id = ? AND message_id > ? ORDER BY message_id LIMIT ?`;

export const listMessagesInSql = `SELECT message_id FROM messages
  WHERE tenant_id = ? AND thread_id = ? AND content_state <> 'erased' AND message_id > ? ORDER BY message_id LIMIT ?`;

/** Aggregates over all messages of a thread: no row if there is none. */
export const readThreadSql = `SELECT threads.thread_id, threads.end_user_id, min(created_at_ms) AS first_at_ms,
  max(created_at_ms) AS last_at_ms, count(secret_no) AS whole, count(*) AS messages
  FROM threads JOIN messages USING (tenant_id, thread_id) WHERE tenant_id = ? AND thread_id = ?
  GROUP BY threads.thread_id, threads.end_user_id`;

interface ThreadColumns {
  readonly end_user_id: string | null;
  readonly first_at_ms: number;
  readonly last_at_ms: number;
  readonly whole: number;
  readonly messages: number;
}

/** What a tenant has set; null: not set. */
export interface RetentionColumns {
  readonly content_days: number | null;
  readonly record_days: number | null;
}

export const readRetentionSql = 'SELECT content_days, record_days FROM retentions WHERE tenant_id = ?';

/** The reader's operations on messages of people and on retention. */
export function createRetentionReads({ read }: Statements, keys: KeyRing) {
  const decodeId = (row: { readonly message_id: MessageId }) => row.message_id;
  const listOf = read(listMessagesOfSql, decodeId);
  const listIn = read(listMessagesInSql, decodeId);
  const getThread = read<ThreadColumns>(readThreadSql);
  const getRetention = read<RetentionColumns>(readRetentionSql);
  const listTenants = read(
    'SELECT tenant_id FROM tenants ORDER BY tenant_id',
    (row: { readonly tenant_id: TenantId }) => row.tenant_id,
  );
  const findRecordedTime = read(
    'SELECT at_ms FROM noted_times WHERE at_ms <= ? ORDER BY at_ms DESC LIMIT 1',
    (row: { readonly at_ms: number }) => row.at_ms,
  );
  return {
    /** Erased messages name nobody and are not included. */
    *listMessagesOf(tenantId, endUserId, { after, limit }) {
      assertPage(limit);
      const key = yield* keys.find(tenantId);
      return key === null ? [] : yield* listOf.all(tenantId, personOf(key, endUserId), after ?? '', limit);
    },
    *getThread(tenantId, threadId) {
      const row = yield* getThread.first(tenantId, threadId);
      if (row === null) return null;
      return {
        ...{ threadId, createdAtMs: row.first_at_ms, lastMessageAtMs: row.last_at_ms },
        ...{ messageCount: row.whole, emptiedCount: row.messages - row.whole },
        isClosed: row.end_user_id === erasedPerson,
      };
    },
    listMessagesIn(tenantId, threadId, { after, limit }) {
      assertPage(limit);
      return listIn.all(tenantId, threadId, after ?? '', limit);
    },
    *getRetention(tenantId) {
      const row = yield* getRetention.first(tenantId);
      if (row === null || row.content_days === null) return defaultRetention;
      return { contentDays: row.content_days, recordDays: row.record_days };
    },
    listTenantIds: () => listTenants.all(),
    findRecordedTime: (untilMs) => findRecordedTime.first(untilMs),
  } satisfies OperationsFor<RetentionStore>;
}
