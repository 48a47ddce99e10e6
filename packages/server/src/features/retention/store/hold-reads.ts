import type { HoldId } from '@avow/foundation';
import { assertPage, type Operation, type OperationsFor, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openLasting, openText, personOf } from '@avow/storage/sealing';
import type { Hold, RetentionStore } from '../retention-store.ts';
import { type ClearHold, clearHoldColumns, decodeHold } from './hold-columns.ts';

interface SealedHold extends ClearHold {
  readonly secret: Uint8Array;
  readonly words: Uint8Array;
}

/** Sorts after every id. */
const lastId = '~';

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
  const listOver = read(
    `SELECT hold_id FROM holds WHERE tenant_id = ? AND lifted_at_ms IS NULL
     AND (scope = 'tenant' OR (scope = 'end_user' AND person = ?)) ORDER BY hold_id`,
    (row: { readonly hold_id: HoldId }) => row.hold_id,
  );
  function* open(tenantId: string, rows: readonly SealedHold[]): Operation<Hold[]> {
    if (rows.length === 0) return [];
    const key = yield* keys.get(tenantId);
    return rows.map(({ secret, words, ...clear }) =>
      decodeHold({ ...clear, words: openText(openLasting(key, secret), 'content', words) }),
    );
  }
  return {
    *getHold(tenantId, holdId) {
      const [hold = null] = yield* open(tenantId, yield* get.all(tenantId, holdId));
      return hold;
    },
    *listHolds(tenantId, { isActive }, { before, limit }) {
      assertPage(limit);
      const chosen = isActive === undefined ? list.all : isActive ? list.active : list.lifted;
      return yield* open(tenantId, yield* chosen.all(tenantId, before ?? lastId, limit));
    },
    *holdsOver(tenantId, endUserId) {
      const key = yield* keys.find(tenantId);
      return yield* listOver.all(tenantId, key === null ? null : personOf(key, endUserId));
    },
  } satisfies OperationsFor<RetentionStore>;
}
