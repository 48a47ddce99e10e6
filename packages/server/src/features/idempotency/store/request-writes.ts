import type { OperationsFor, Statements } from '@avow/storage';
import type { RequestStore } from '../request-store.ts';

const namedSql = 'tenant_id = ? AND name = ?';
const claimedSql = `${namedSql} AND claim = ? AND response IS NULL`;

/** Words of this message, or of any. Takes the tenant and the message. */
export const forgetQuotingSql =
  "DELETE FROM idempotent_requests WHERE tenant_id = ? AND message_id IN ('*', ?)";

const sweepSql = `DELETE FROM idempotent_requests WHERE (tenant_id, name) IN
  (SELECT tenant_id, name FROM idempotent_requests WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?)`;

/** The writer's operations on requests with an idempotency key. */
export function createRequestWrites({ read, change }: Statements) {
  const drop = change(
    `DELETE FROM idempotent_requests WHERE ${namedSql}
     AND (expires_at_ms <= ? OR (response IS NULL AND lease_until_ms <= ?))`,
  );
  const count = read<{ readonly count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM idempotent_requests WHERE tenant_id = ? LIMIT ?) AS kept`,
  );
  const insert = change(
    `INSERT INTO idempotent_requests (tenant_id, name, request_hash, claim, lease_until_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const find = read<{ readonly request_hash: string; readonly response: Uint8Array | null }>(
    `SELECT request_hash, response FROM idempotent_requests WHERE ${namedSql}`,
  );
  const complete = change(`UPDATE idempotent_requests SET response = ?, message_id = ? WHERE ${claimedSql}`);
  const release = change(`DELETE FROM idempotent_requests WHERE ${claimedSql}`);
  const sweep = change(sweepSql);
  const writes = {
    *claimRequest(tenantId, wanted) {
      const { name, requestHash, claim, nowMs, leaseUntilMs, expiresAtMs, requestsMax } = wanted;
      yield* drop.put(tenantId, name, nowMs, nowMs);
      const found = yield* find.first(tenantId, name);
      if (found === null) {
        if (((yield* count.first(tenantId, requestsMax))?.count ?? 0) >= requestsMax)
          return { kind: 'too_many' };
        const inserted = yield* insert.run(tenantId, name, requestHash, claim, leaseUntilMs, expiresAtMs);
        // Another node may have been faster.
        return { kind: inserted === 1 ? 'claimed' : 'in_progress' };
      }
      if (found.request_hash !== requestHash) return { kind: 'mismatch' };
      return found.response === null ? { kind: 'in_progress' } : { kind: 'replay', response: found.response };
    },
    completeRequest: (tenantId, { name, claim, response, quotes }) =>
      complete.put(response, quotes, tenantId, name, claim),
    releaseRequest: (tenantId, { name, claim }) => release.put(tenantId, name, claim),
  } satisfies OperationsFor<RequestStore>;
  return {
    ...writes,
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    sweepRequests: (nowMs: number, rowsMax: number) => sweep.run(nowMs, rowsMax),
  };
}
