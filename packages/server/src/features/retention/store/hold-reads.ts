import type { HoldId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openLasting, openText, personOf } from '@avow/storage/sealing';
import { type ClearHold, clearHoldColumns, type OpenHold } from './hold-columns.ts';

export interface ListHoldsCall {
  readonly tenantId: string;
  /** Null: all. */
  readonly isActive: boolean | null;
  readonly before: string;
  readonly limit: number;
}

interface SealedHold extends ClearHold {
  readonly secret: Uint8Array;
  readonly words: Uint8Array;
}

const allHoldsSql = ({ dialect }: Statements) => `SELECT ${clearHoldColumns.join(', ')}, secret, words
  FROM holds JOIN lasting_secrets USING (${dialect.joinBy('secret_no')}) WHERE tenant_id = ?`;
const newestFirstSql = 'AND hold_id < ? ORDER BY hold_id DESC LIMIT ?';

/** The reader's operations on holds. */
export function createHoldReads(statements: Statements, keys: KeyRing) {
  const { read } = statements;
  const holdsSql = allHoldsSql(statements);
  const get = read<SealedHold>(`${holdsSql} AND hold_id = ?`);
  const list = {
    all: read<SealedHold>(`${holdsSql} ${newestFirstSql}`),
    active: read<SealedHold>(`${holdsSql} AND lifted_at_ms IS NULL ${newestFirstSql}`),
    lifted: read<SealedHold>(`${holdsSql} AND lifted_at_ms IS NOT NULL ${newestFirstSql}`),
  };
  const listOver = read<{ readonly hold_id: HoldId }>(
    `SELECT hold_id FROM holds WHERE tenant_id = ? AND lifted_at_ms IS NULL
     AND (scope = 'tenant' OR (scope = 'end_user' AND person = ?)) ORDER BY hold_id`,
  );
  function* open(tenantId: string, rows: readonly SealedHold[]): Operation<OpenHold[]> {
    if (rows.length === 0) return [];
    const key = yield* keys.get(tenantId);
    return rows.map(({ secret, words, ...clear }) => ({
      ...clear,
      words: openText(openLasting(key, secret), 'content', words),
    }));
  }
  return {
    *getHold([tenantId, holdId]: readonly [tenantId: string, holdId: string]): Operation<OpenHold | null> {
      const [hold = null] = yield* open(tenantId, yield* get.all(tenantId, holdId));
      return hold;
    },
    *listHolds({ tenantId, isActive, before, limit }: ListHoldsCall): Operation<OpenHold[]> {
      const chosen = isActive === null ? list.all : isActive ? list.active : list.lifted;
      return yield* open(tenantId, yield* chosen.all(tenantId, before, limit));
    },
    /** Active holds on a person or on the whole tenant. */
    *holdsOver([tenantId, endUserId]: readonly [tenantId: string, endUserId: string]): Operation<HoldId[]> {
      const key = yield* keys.find(tenantId);
      const person = key === null ? null : personOf(key, endUserId);
      return (yield* listOver.all(tenantId, person)).map((hold) => hold.hold_id);
    },
  };
}
