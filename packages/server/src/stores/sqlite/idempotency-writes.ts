import type { DatabaseSync } from 'node:sqlite';
import type { KeyRing } from './key-ring.ts';
import {
  type SealedColumns,
  type StoredColumns,
  sealedColumnsSql,
  sealedTablesSql,
} from './message-columns.ts';
import { openColumns } from './open-columns.ts';

/** In the order of the columns, and then the present. */
export type ClaimCall = readonly [
  tenantId: string,
  route: string,
  key: string,
  fingerprint: string,
  messageId: string,
  leaseUntilMs: number,
  keepUntilMs: number,
  nowMs: number,
];

/** A replay is the stored message itself. */
export type ClaimAnswer = 'claimed' | 'in_progress' | 'mismatch' | StoredColumns;

export interface SweepCall {
  readonly nowMs: number;
  readonly atStart: boolean;
  readonly rowsMax: number;
}

type StoredClaim = readonly [
  fingerprint: string,
  messageId: string,
  leaseUntilMs: number,
  keepUntilMs: number,
  finished: number,
];

const claimSql = `INSERT INTO idempotency
  (tenant_id, route, key, fingerprint, message_id, lease_until_ms, keep_until_ms, finished)
  VALUES (?, ?, ?, ?, ?, ?, ?, 0)
  ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, message_id = excluded.message_id,
  lease_until_ms = excluded.lease_until_ms, keep_until_ms = excluded.keep_until_ms, finished = 0`;

/** A claim that nobody will finish: its result has expired, or its holder died and no message that is still to be answered carries it on. */
const sweepExpiredSql = `DELETE FROM idempotency WHERE (tenant_id, route, key) IN
  (SELECT tenant_id, route, key FROM idempotency
    WHERE keep_until_ms <= ?1 AND (finished = 1 OR lease_until_ms <= ?1) LIMIT ?2)`;
const sweepOrphanedSql = `DELETE FROM idempotency WHERE (tenant_id, route, key) IN
  (SELECT tenant_id, route, key FROM idempotency WHERE finished = 0 AND NOT EXISTS (
    SELECT 1 FROM messages WHERE messages.tenant_id = idempotency.tenant_id
    AND messages.message_id = idempotency.message_id AND messages.status IN ('queued', 'processing')) LIMIT ?)`;

export function createIdempotencyWrites(database: DatabaseSync, keys: KeyRing) {
  const findClaim = database.prepare(
    'SELECT fingerprint, message_id, lease_until_ms, keep_until_ms, finished FROM idempotency WHERE tenant_id = ? AND route = ? AND key = ?',
  );
  const findMessage = database.prepare(
    `SELECT ${sealedColumnsSql} FROM ${sealedTablesSql} WHERE tenant_id = ? AND message_id = ?
     AND (leaf_index IS NOT NULL OR status = 'in_review')`,
  );
  findClaim.setReturnArrays(true);
  findMessage.setReturnArrays(true);
  const writeClaim = database.prepare(claimSql);
  const sweepExpired = database.prepare(sweepExpiredSql);
  const sweepOrphaned = database.prepare(sweepOrphanedSql);

  /** Null where what was said is gone by now: the question is then asked anew. */
  function findReplay(tenantId: string, messageId: string): StoredColumns | null {
    const sealed = findMessage.get(tenantId, messageId) as unknown as SealedColumns | undefined;
    if (sealed === undefined) return null;
    const columns = openColumns(keys, tenantId, sealed);
    return columns.at(-1) === null ? null : columns;
  }

  return {
    claimKey(call: ClaimCall): ClaimAnswer {
      const [tenantId, route, key, fingerprint, , , , nowMs] = call;
      const stored = findClaim.get(tenantId, route, key) as unknown as StoredClaim | undefined;
      if (stored !== undefined) {
        const [storedFingerprint, messageId, leaseUntilMs, keepUntilMs, finished] = stored;
        const stands = nowMs < (finished === 1 ? keepUntilMs : leaseUntilMs);
        if (stands && storedFingerprint !== fingerprint) return 'mismatch';
        if (stands && finished === 0) return 'in_progress';
        const replay = stands ? findReplay(tenantId, messageId) : null;
        if (replay !== null) return replay;
      }
      writeClaim.run(...(call.slice(0, 7) as unknown as string[]));
      return 'claimed';
    },
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    sweepClaims({ nowMs, atStart, rowsMax }: SweepCall): number {
      const expired = Number(sweepExpired.run(nowMs, rowsMax).changes);
      const left = rowsMax - expired;
      return atStart && left > 0 ? expired + Number(sweepOrphaned.run(left).changes) : expired;
    },
  };
}
