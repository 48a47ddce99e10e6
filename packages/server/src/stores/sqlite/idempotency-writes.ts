import type { DatabaseSync } from 'node:sqlite';
import { type StoredColumns, storedColumnsSql } from './message-columns.ts';

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

/** A claim that nobody will finish: its result has expired, or its holder died and no queued message carries it on. */
const sweepExpiredSql = `DELETE FROM idempotency WHERE (tenant_id, route, key) IN
  (SELECT tenant_id, route, key FROM idempotency
    WHERE keep_until_ms <= ?1 AND (finished = 1 OR lease_until_ms <= ?1) LIMIT ?2)`;
const sweepOrphanedSql = `DELETE FROM idempotency WHERE (tenant_id, route, key) IN
  (SELECT tenant_id, route, key FROM idempotency WHERE finished = 0 AND NOT EXISTS (
    SELECT 1 FROM messages WHERE messages.tenant_id = idempotency.tenant_id
    AND messages.message_id = idempotency.message_id AND messages.status = 'queued') LIMIT ?)`;

export function createIdempotencyWrites(database: DatabaseSync) {
  const findClaim = database.prepare(
    'SELECT fingerprint, message_id, lease_until_ms, keep_until_ms, finished FROM idempotency WHERE tenant_id = ? AND route = ? AND key = ?',
  );
  const findMessage = database.prepare(
    `SELECT ${storedColumnsSql} FROM messages WHERE tenant_id = ? AND message_id = ?
     AND (leaf_index IS NOT NULL OR status = 'in_review')`,
  );
  findClaim.setReturnArrays(true);
  findMessage.setReturnArrays(true);
  const writeClaim = database.prepare(claimSql);
  const sweepExpired = database.prepare(sweepExpiredSql);
  const sweepOrphaned = database.prepare(sweepOrphanedSql);

  function findReplay(tenantId: string, messageId: string): StoredColumns {
    const columns = findMessage.get(tenantId, messageId) as unknown as StoredColumns | undefined;
    // The claim is finished in the same commit that ends its message, or lets it wait for a person.
    if (columns === undefined) throw new Error('a finished claim names a message that is being answered');
    return columns;
  }

  return {
    claimKey(call: ClaimCall): ClaimAnswer {
      const [tenantId, route, key, fingerprint, , , , nowMs] = call;
      const stored = findClaim.get(tenantId, route, key) as unknown as StoredClaim | undefined;
      if (stored !== undefined) {
        const [storedFingerprint, messageId, leaseUntilMs, keepUntilMs, finished] = stored;
        const stands = nowMs < (finished === 1 ? keepUntilMs : leaseUntilMs);
        if (stands && storedFingerprint !== fingerprint) return 'mismatch';
        if (stands) return finished === 1 ? findReplay(tenantId, messageId) : 'in_progress';
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
