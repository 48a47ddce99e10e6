import type { MessageId, TenantId, ThreadId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { personOf } from '@avow/storage/sealing';

export const listMessagesOfSql = `SELECT message_id FROM messages
  WHERE tenant_id = ? AND end_user_id = ? AND message_id > ? ORDER BY message_id LIMIT ?`;

export const listMessagesInSql = `SELECT message_id FROM messages
  WHERE tenant_id = ? AND thread_id = ? AND content_state <> 'erased' AND message_id > ? ORDER BY message_id LIMIT ?`;

/** Aggregates over all messages of a thread: no row if there is none. */
export const readThreadSql = `SELECT threads.thread_id, threads.end_user_id, min(created_at_ms) AS first_at_ms,
  max(created_at_ms) AS last_at_ms, count(secret_no) AS whole, count(*) AS messages
  FROM threads JOIN messages USING (tenant_id, thread_id) WHERE tenant_id = ? AND thread_id = ?
  GROUP BY threads.thread_id, threads.end_user_id`;

export interface ThreadColumns {
  readonly thread_id: ThreadId;
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
  const listOf = read<{ readonly message_id: MessageId }>(listMessagesOfSql);
  const listIn = read<{ readonly message_id: MessageId }>(listMessagesInSql);
  const getThread = read<ThreadColumns>(readThreadSql);
  const getRetention = read<RetentionColumns>(readRetentionSql);
  const listTenants = read<{ readonly tenant_id: TenantId }>(
    'SELECT tenant_id FROM tenants ORDER BY tenant_id',
  );
  const findRecordedTime = read<{ readonly at_ms: number }>(
    'SELECT at_ms FROM noted_times WHERE at_ms <= ? ORDER BY at_ms DESC LIMIT 1',
  );
  return {
    /** Erased messages name nobody and are not included. */
    *listMessagesOf([tenantId, endUserId, after, limit]: readonly [
      tenantId: string,
      endUserId: string,
      after: string,
      limit: number,
    ]): Operation<MessageId[]> {
      const key = yield* keys.find(tenantId);
      if (key === null) return [];
      const messages = yield* listOf.all(tenantId, personOf(key, endUserId), after, limit);
      return messages.map((message) => message.message_id);
    },
    getThread: (call: readonly [tenantId: string, threadId: string]) => getThread.first(...call),
    *listMessagesIn(
      call: readonly [tenantId: string, threadId: string, after: string, limit: number],
    ): Operation<MessageId[]> {
      return (yield* listIn.all(...call)).map((message) => message.message_id);
    },
    getRetention: (tenantId: string) => getRetention.first(tenantId),
    *listTenantIds(_: null): Operation<TenantId[]> {
      return (yield* listTenants.all()).map((tenant) => tenant.tenant_id);
    },
    *findRecordedTime(untilMs: number): Operation<number | null> {
      return (yield* findRecordedTime.first(untilMs))?.at_ms ?? null;
    },
  };
}
