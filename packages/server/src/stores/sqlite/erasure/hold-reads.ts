import type { DatabaseSync } from 'node:sqlite';
import type { HoldId } from '@avow/foundation';
import type { KeyRing } from '../../keys/key-ring.ts';
import { openLasting } from '../../keys/lasting-secrets.ts';
import { personOf } from '../../sealing/record-secret.ts';
import { openText } from '../../sealing/seal-bytes.ts';
import { atOnce } from '../../sql/operation.ts';
import { prepareReads } from '../prepare-reads.ts';
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

const holdsSql = `SELECT ${clearHoldColumns.join(', ')}, secret, words
  FROM holds JOIN lasting_secrets USING (secret_no) WHERE tenant_id = ?`;
const newestFirstSql = 'AND hold_id < ? ORDER BY hold_id DESC LIMIT ?';

/** The reader's operations on holds. */
export function createHoldReads(database: DatabaseSync, keys: KeyRing) {
  const prepare = prepareReads(database);
  const get = prepare<SealedHold>(`${holdsSql} AND hold_id = ?`);
  const list = {
    all: prepare<SealedHold>(`${holdsSql} ${newestFirstSql}`),
    active: prepare<SealedHold>(`${holdsSql} AND lifted_at_ms IS NULL ${newestFirstSql}`),
    lifted: prepare<SealedHold>(`${holdsSql} AND lifted_at_ms IS NOT NULL ${newestFirstSql}`),
  };
  const listOver = prepare<{ readonly hold_id: HoldId }>(
    `SELECT hold_id FROM holds WHERE tenant_id = ? AND lifted_at_ms IS NULL
     AND (scope = 'tenant' OR (scope = 'end_user' AND person = ?)) ORDER BY hold_id`,
  );
  const open =
    (tenantId: string) =>
    ({ secret, words, ...clear }: SealedHold): OpenHold => ({
      ...clear,
      words: openText(openLasting(atOnce(keys.get(tenantId)), secret), 'content', words),
    });
  return {
    getHold([tenantId, holdId]: readonly [tenantId: string, holdId: string]): OpenHold | null {
      const sealed = get.first(tenantId, holdId);
      return sealed === null ? null : open(tenantId)(sealed);
    },
    listHolds({ tenantId, isActive, before, limit }: ListHoldsCall): OpenHold[] {
      const chosen = isActive === null ? list.all : isActive ? list.active : list.lifted;
      return chosen.all(tenantId, before, limit).map(open(tenantId));
    },
    /** Active holds on a person or on the whole tenant. */
    holdsOver([tenantId, endUserId]: readonly [tenantId: string, endUserId: string]): HoldId[] {
      const key = atOnce(keys.find(tenantId));
      const person = key === null ? null : personOf(key, endUserId);
      return listOver.all(tenantId, person).map((hold) => hold.hold_id);
    },
  };
}
