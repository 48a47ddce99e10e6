import type { DatabaseSync } from 'node:sqlite';
import type { MessageId, TenantId } from '../../interfaces/identity.ts';
import { personOf } from '../sealing/record-secret.ts';
import type { KeyRing } from './key-ring.ts';
import { prepareReads } from './prepare-reads.ts';

export const listMessagesOfSql = `SELECT message_id FROM messages
  WHERE tenant_id = ? AND end_user_id = ? AND message_id > ? ORDER BY message_id LIMIT ?`;

/** The reader's operations on what is kept of people, and for how long. */
export function createForgettingReads(database: DatabaseSync, keys: KeyRing) {
  const prepare = prepareReads(database);
  const listOf = prepare<readonly [messageId: MessageId]>(listMessagesOfSql);
  const getRetention = prepare<readonly [contentDays: number | null, recordDays: number | null]>(
    'SELECT content_days, record_days FROM retentions WHERE tenant_id = ?',
  );
  const listTenants = prepare<readonly [tenantId: TenantId]>(
    'SELECT tenant_id FROM tenants ORDER BY tenant_id',
  );
  const findNotedTime = prepare<readonly [atMs: number]>(
    'SELECT at_ms FROM noted_times WHERE at_ms <= ? ORDER BY at_ms DESC LIMIT 1',
  );
  return {
    /** An erased message names nobody, and is not among them. */
    listMessagesOf([tenantId, endUserId, after, limit]: readonly [
      tenantId: string,
      endUserId: string,
      after: string,
      limit: number,
    ]): MessageId[] {
      const key = keys.find(tenantId);
      if (key === null) return [];
      return listOf.all(tenantId, personOf(key, endUserId), after, limit).map(([messageId]) => messageId);
    },
    getRetention: (tenantId: string) => getRetention.first(tenantId),
    listTenantIds: (_: null) => listTenants.all().map(([tenantId]) => tenantId),
    findNotedTime: (untilMs: number) => findNotedTime.first(untilMs)?.[0] ?? null,
  };
}
