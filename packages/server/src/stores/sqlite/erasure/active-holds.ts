import type { DatabaseSync } from 'node:sqlite';
import type { HoldId } from '@avow/foundation';
import { prepareReads } from '../prepare-reads.ts';

/** The properties of a message by which a hold may cover it. */
export interface Holdable {
  readonly messageId: string;
  readonly threadId: string;
  readonly person: string | null;
}

/** The active holds of a tenant, valid for one transaction. */
export interface HoldSnapshot {
  readonly coversTenant: boolean;
  covers(message: Holdable): boolean;
}

/** The target of a hold; all null: the whole tenant. */
interface HoldTargets {
  readonly message_id: string | null;
  readonly thread_id: string | null;
  readonly person: string | null;
}

const activeSql = 'FROM holds WHERE tenant_id = ? AND lifted_at_ms IS NULL';

/** Authors of feedback on a message: a hold on a person also protects their feedback on messages of others. */
const saidBySql = 'SELECT person FROM feedback WHERE tenant_id = ?1 AND message_id = ?2';

/** The other targets of a hold are null, which matches nothing. */
export const overMessageSql = `SELECT hold_id FROM holds WHERE tenant_id = ?1 AND lifted_at_ms IS NULL
  AND (scope = 'tenant' OR message_id = ?2 OR thread_id = ?3 OR person = ?4 OR person IN (${saidBySql}))
  ORDER BY hold_id`;

export function prepareActiveHolds(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const over = prepare<{ readonly hold_id: HoldId }>(overMessageSql);
  const all = prepare<HoldTargets>(`SELECT message_id, thread_id, person ${activeSql}`);
  const saidBy = prepare<{ readonly person: string | null }>(saidBySql);
  const count = prepare<{ readonly count: number }>(`SELECT count(*) AS count ${activeSql}`);
  return {
    over: (tenantId: string, { messageId, threadId, person }: Holdable): HoldId[] =>
      over.all(tenantId, messageId, threadId, person).map((hold) => hold.hold_id),
    count: (tenantId: string): number => count.first(tenantId)?.count ?? 0,
    /** All at once, for checking many messages. */
    read(tenantId: string): HoldSnapshot {
      const rows = all.all(tenantId);
      const targets = rows.map((row) => row.message_id ?? row.thread_id ?? row.person);
      const named = new Set(targets.filter((name) => name !== null));
      const coversTenant = targets.includes(null);
      const coversAnybody = rows.some(({ person }) => person !== null);
      // Ids of messages and threads have prefixes and pseudonyms of people do not, so they cannot be confused.
      return {
        coversTenant,
        covers: ({ messageId, threadId, person }) =>
          coversTenant ||
          named.has(messageId) ||
          named.has(threadId) ||
          (person !== null && named.has(person)) ||
          (coversAnybody &&
            saidBy
              .all(tenantId, messageId)
              .some(({ person: author }) => author !== null && named.has(author))),
      };
    },
  };
}

export type ActiveHolds = ReturnType<typeof prepareActiveHolds>;
