import type { DatabaseSync } from 'node:sqlite';
import type { HoldId } from '../../interfaces/identity.ts';
import { personOf } from '../sealing/record-secret.ts';
import { openText } from '../sealing/seal-bytes.ts';
import { type HoldColumns, type HoldValues, holdColumnsSql } from './hold-columns.ts';
import type { KeyRing } from './key-ring.ts';
import { openLasting } from './lasting-secrets.ts';
import { prepareReads } from './prepare-reads.ts';

export interface ListHoldsCall {
  readonly tenantId: string;
  /** Null: all. */
  readonly isStanding: boolean | null;
  readonly before: string;
  readonly limit: number;
}

type SealedHold = readonly [...HoldValues, secret: Uint8Array, words: Uint8Array];

const holdsSql = `SELECT ${holdColumnsSql}, secret, words
  FROM holds JOIN lasting_secrets USING (secret_no) WHERE tenant_id = ?`;
const newestFirstSql = 'AND hold_id < ? ORDER BY hold_id DESC LIMIT ?';

/** The reader's operations on holds. */
export function createHoldReads(database: DatabaseSync, keys: KeyRing) {
  const prepare = prepareReads(database);
  const get = prepare<SealedHold>(`${holdsSql} AND hold_id = ?`);
  const list = {
    all: prepare<SealedHold>(`${holdsSql} ${newestFirstSql}`),
    standing: prepare<SealedHold>(`${holdsSql} AND lifted_at_ms IS NULL ${newestFirstSql}`),
    lifted: prepare<SealedHold>(`${holdsSql} AND lifted_at_ms IS NOT NULL ${newestFirstSql}`),
  };
  const listOver = prepare<readonly [holdId: HoldId]>(
    `SELECT hold_id FROM holds WHERE tenant_id = ? AND lifted_at_ms IS NULL
     AND (scope = 'tenant' OR (scope = 'end_user' AND person = ?)) ORDER BY hold_id`,
  );
  const open =
    (tenantId: string) =>
    (sealed: SealedHold): HoldColumns => {
      const values = sealed.slice(0, -2) as unknown as HoldValues;
      const [wrapped, words] = sealed.slice(-2) as [Uint8Array, Uint8Array];
      return [...values, openText(openLasting(keys.get(tenantId), wrapped), 'content', words)];
    };
  return {
    getHold([tenantId, holdId]: readonly [tenantId: string, holdId: string]): HoldColumns | null {
      const sealed = get.first(tenantId, holdId);
      return sealed === null ? null : open(tenantId)(sealed);
    },
    listHolds({ tenantId, isStanding, before, limit }: ListHoldsCall): HoldColumns[] {
      const chosen = isStanding === null ? list.all : isStanding ? list.standing : list.lifted;
      return chosen.all(tenantId, before, limit).map(open(tenantId));
    },
    /** Over a person, or over the tenant as a whole. */
    holdsOver([tenantId, endUserId]: readonly [tenantId: string, endUserId: string]): HoldId[] {
      const key = keys.find(tenantId);
      const person = key === null ? null : personOf(key, endUserId);
      return listOver.all(tenantId, person).map(([holdId]) => holdId);
    },
  };
}
