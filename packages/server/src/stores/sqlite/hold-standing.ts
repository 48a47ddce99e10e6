import type { DatabaseSync } from 'node:sqlite';
import type { HoldId } from '../../interfaces/identity.ts';
import { prepareReads } from './prepare-reads.ts';

/** What of a message holds may be over. */
export interface Holdable {
  readonly messageId: string;
  readonly threadId: string;
  readonly person: string | null;
}

/** The holds of a tenant that stand, for as long as a transaction lasts. */
export interface StandingHolds {
  readonly isTenantHeld: boolean;
  holds(message: Holdable): boolean;
}

const standingSql = 'FROM holds WHERE tenant_id = ? AND lifted_at_ms IS NULL';

/** What a message takes with it when it goes: a hold over somebody keeps also what they said of others' messages. */
const saidBySql = 'SELECT person FROM feedback WHERE tenant_id = ?1 AND message_id = ?2';

/** A hold that stands over no message of this kind has null there, which equals nothing. */
export const overMessageSql = `SELECT hold_id FROM holds WHERE tenant_id = ?1 AND lifted_at_ms IS NULL
  AND (scope = 'tenant' OR message_id = ?2 OR thread_id = ?3 OR person = ?4 OR person IN (${saidBySql}))
  ORDER BY hold_id`;

export function prepareStanding(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const over = prepare<readonly [holdId: HoldId]>(overMessageSql);
  const all = prepare<readonly [messageId: string | null, threadId: string | null, person: string | null]>(
    `SELECT message_id, thread_id, person ${standingSql}`,
  );
  const saidBy = prepare<readonly [person: string | null]>(saidBySql);
  const count = prepare<readonly [standing: number]>(`SELECT count(*) ${standingSql}`);
  return {
    over: (tenantId: string, { messageId, threadId, person }: Holdable): HoldId[] =>
      over.all(tenantId, messageId, threadId, person).map(([holdId]) => holdId),
    count: (tenantId: string): number => count.first(tenantId)?.[0] ?? 0,
    /** All at once, where many messages are looked at. */
    read(tenantId: string): StandingHolds {
      const rows = all.all(tenantId);
      const named = new Set(rows.flat().filter((name) => name !== null));
      const isTenantHeld = rows.some((row) => row.every((name) => name === null));
      const isAnybodyHeld = rows.some(([, , person]) => person !== null);
      // Ids of messages and threads have prefixes, and what stands for a person has none: none is taken for another.
      return {
        isTenantHeld,
        holds: ({ messageId, threadId, person }) =>
          isTenantHeld ||
          named.has(messageId) ||
          named.has(threadId) ||
          (person !== null && named.has(person)) ||
          (isAnybodyHeld &&
            saidBy.all(tenantId, messageId).some(([author]) => author !== null && named.has(author))),
      };
    },
  };
}

export type Standing = ReturnType<typeof prepareStanding>;
