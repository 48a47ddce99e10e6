import type { HoldId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';

/** The properties of a message by which a hold may cover it. */
export interface Holdable {
  readonly messageId: string;
  readonly threadId: string;
  readonly person: string | null;
}

/** The active holds of a tenant, valid for one transaction. */
export interface HoldSnapshot {
  readonly coversTenant: boolean;
  covers(message: Holdable): Operation<boolean>;
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

export function prepareActiveHolds({ read }: Statements) {
  const over = read<{ readonly hold_id: HoldId }>(overMessageSql);
  const all = read<HoldTargets>(`SELECT message_id, thread_id, person ${activeSql}`);
  const saidBy = read<{ readonly person: string | null }>(saidBySql);
  const count = read<{ readonly count: number }>(`SELECT count(*) AS count ${activeSql}`);
  return {
    *over(tenantId: string, { messageId, threadId, person }: Holdable): Operation<HoldId[]> {
      const holds = yield* over.all(tenantId, messageId, threadId, person);
      return holds.map((hold) => hold.hold_id);
    },
    *count(tenantId: string): Operation<number> {
      return (yield* count.first(tenantId))?.count ?? 0;
    },
    /** All at once, for checking many messages. */
    *read(tenantId: string): Operation<HoldSnapshot> {
      const rows = yield* all.all(tenantId);
      const targets = rows.map((row) => row.message_id ?? row.thread_id ?? row.person);
      const named = new Set(targets.filter((name) => name !== null));
      const coversTenant = targets.includes(null);
      const coversAnybody = rows.some(({ person }) => person !== null);
      // Ids of messages and threads have prefixes and pseudonyms of people do not, so they cannot be confused.
      return {
        coversTenant,
        *covers({ messageId, threadId, person }) {
          if (coversTenant || named.has(messageId) || named.has(threadId)) return true;
          if (person !== null && named.has(person)) return true;
          if (!coversAnybody) return false;
          const authors = yield* saidBy.all(tenantId, messageId);
          return authors.some(({ person: author }) => author !== null && named.has(author));
        },
      };
    },
  };
}

export type ActiveHolds = ReturnType<typeof prepareActiveHolds>;
