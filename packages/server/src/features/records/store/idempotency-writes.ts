import type { TenantId } from '@avow/foundation';
import type { Operation, Row, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import type { IdempotencyClaim } from '../record-store.ts';
import { type OpenedMessage, type SealedMessage, sealedColumnsSql } from './message-columns.ts';
import { idempotency } from './message-tables.ts';
import { openMessage } from './open-message.ts';

type ClaimColumns = Row<typeof idempotency>;

/** A replay is the stored message itself. */
export type ClaimAnswer = 'claimed' | 'in_progress' | 'mismatch' | OpenedMessage;

const claimSql = `INSERT ${intoTable('idempotency', idempotency.columns)}
  ON CONFLICT (tenant_id, route, key) DO UPDATE SET fingerprint = excluded.fingerprint, message_id = excluded.message_id,
  lease_until_ms = excluded.lease_until_ms, keep_until_ms = excluded.keep_until_ms, finished = 0, node_id = excluded.node_id`;

/** The same, if the key is free; also if it is held by the same message, whose claim may have been committed unnoticed. */
const takeSql = `${claimSql}
  WHERE (idempotency.finished = 1 AND idempotency.keep_until_ms <= :now_ms)
    OR (idempotency.finished = 0
      AND (idempotency.lease_until_ms <= :now_ms OR idempotency.message_id = excluded.message_id))`;

/** A claim that nobody will finish: its result has expired, or its holder died and no unanswered message continues it. */
const sweepExpiredSql = `DELETE FROM idempotency WHERE (tenant_id, route, key) IN
  (SELECT tenant_id, route, key FROM idempotency
    WHERE keep_until_ms <= ?1 AND (finished = 1 OR lease_until_ms <= ?1) LIMIT ?2)`;
export const isOrphanedSql = ({ dialect }: Statements) =>
  `finished = 0 AND ${dialect.isAbandoned('idempotency.node_id')} AND NOT EXISTS (
    SELECT 1 FROM messages WHERE messages.tenant_id = idempotency.tenant_id
    AND messages.message_id = idempotency.message_id AND messages.status IN ('queued', 'processing'))`;
const sweepOrphanedSql = (statements: Statements) => `DELETE FROM idempotency WHERE (tenant_id, route, key) IN
  (SELECT tenant_id, route, key FROM idempotency WHERE tenant_id = ? AND ${isOrphanedSql(statements)} LIMIT ?)`;

export function createIdempotencyWrites(
  statements: Statements,
  { keys, nodeId }: { readonly keys: KeyRing; readonly nodeId: string | null },
) {
  const { read, change, write } = statements;
  const findClaim = read<ClaimColumns>(
    `SELECT ${idempotency.columns.join(', ')} FROM idempotency WHERE tenant_id = ? AND route = ? AND key = ?`,
  );
  const findMessage = read<SealedMessage>(
    `SELECT ${sealedColumnsSql(statements.dialect)} FROM messages WHERE tenant_id = ? AND message_id = ?
     AND (leaf_index IS NOT NULL OR status = 'in_review')`,
  );
  const writeClaim = write<ClaimColumns>(claimSql);
  const takeClaim = write<ClaimColumns & { readonly now_ms: number }>(takeSql);
  const sweepExpired = change(sweepExpiredSql);
  const sweepOrphaned = change(sweepOrphanedSql(statements));

  /** Null if the content is gone by now: the question is then answered again. */
  function* findReplay(tenantId: string, messageId: string): Operation<OpenedMessage | null> {
    const sealed = yield* findMessage.first(tenantId, messageId);
    const message = sealed === null ? null : yield* openMessage(keys, sealed);
    return message === null || message.envelope === null ? null : message;
  }

  const rowOf = (tenantId: TenantId, claim: IdempotencyClaim): ClaimColumns => ({
    ...{ tenant_id: tenantId, route: claim.route, key: claim.key, fingerprint: claim.fingerprint },
    ...{ message_id: claim.messageId, lease_until_ms: claim.leaseUntilMs },
    ...{ keep_until_ms: claim.keepUntilMs, finished: 0, node_id: nodeId },
  });

  return {
    /** One statement, which is all that most requests need: 1 if the key was free and is now claimed. */
    takeKey: (tenantId: TenantId, claim: IdempotencyClaim): Operation<number> =>
      takeClaim.run({ ...rowOf(tenantId, claim), now_ms: claim.nowMs }),
    *claimKey(tenantId: TenantId, claim: IdempotencyClaim): Operation<ClaimAnswer> {
      const stored = yield* findClaim.first(tenantId, claim.route, claim.key);
      const isFinished = stored?.finished === 1;
      if (stored !== null && claim.nowMs < (isFinished ? stored.keep_until_ms : stored.lease_until_ms)) {
        if (stored.fingerprint !== claim.fingerprint) return 'mismatch';
        if (!isFinished) return 'in_progress';
        const replay = yield* findReplay(tenantId, stored.message_id);
        if (replay !== null) return replay;
      }
      yield* writeClaim.put(rowOf(tenantId, claim));
      return 'claimed';
    },
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    sweepClaims: (nowMs: number, rowsMax: number): Operation<number> => sweepExpired.run(nowMs, rowsMax),
    /** The same, of one tenant: under its lock, so that nobody ends a message meanwhile whose key is freed. */
    sweepOrphanedClaims: (tenantId: TenantId, rowsMax: number): Operation<number> =>
      sweepOrphaned.run(tenantId, rowsMax),
  };
}
