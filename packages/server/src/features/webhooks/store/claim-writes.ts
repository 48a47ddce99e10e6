import type { TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import { selectFrom } from '@avow/storage';
import { endpointDisabledEvent } from '../webhook-events.ts';
import type { ClaimedDelivery, WebhookStore } from '../webhook-store.ts';
import type { OpenEndpoint } from './endpoint-columns.ts';
import type { WebhookParts } from './endpoint-writes.ts';
import { prepareEndpoints } from './open-endpoints.ts';
import { prepareSwitchOff } from './switch-off.ts';
import { type DeliveryRow, deliveries } from './webhook-tables.ts';

/** A claimed delivery, with what it takes to send it. */
interface ClaimedRow {
  readonly delivery: DeliveryRow;
  readonly body: string;
  readonly endpoint: OpenEndpoint;
}

type DueRow = DeliveryRow & Pick<ClaimedRow, 'body'>;

function decodeClaimed(
  tenantId: TenantId,
  nowMs: number,
  { delivery, body, endpoint }: ClaimedRow,
): ClaimedDelivery {
  const { url, secret, previous } = endpoint.secrets;
  const isOverlapping = previous !== null && (endpoint.previous_until_ms ?? 0) > nowMs;
  return {
    ...{ tenantId, delivery: deliveries.decode(delivery), body, url },
    secrets: isOverlapping ? [secret, previous] : [secret],
    contentBy: endpoint.content_by,
    format: endpoint.format,
  };
}

/** Takes the tenant, the endpoint, the time and a limit. Of one message, only the first that has not ended is due. */
const dueSql = `SELECT ${selectFrom('due', deliveries.columns)}, due.body FROM webhook_deliveries AS due
  WHERE due.tenant_id = ? AND due.endpoint_id = ? AND due.status = 'pending' AND due.due_at_ms <= ?
    AND NOT EXISTS (
      SELECT 1 FROM webhook_deliveries AS earlier
      WHERE earlier.tenant_id = due.tenant_id AND earlier.endpoint_id = due.endpoint_id
        AND earlier.message_id = due.message_id AND earlier.status = 'pending' AND earlier.seq < due.seq)
  ORDER BY due.due_at_ms, due.seq LIMIT ?`;

/** The writer's operation that leases attempts. One transaction at a time claims for a tenant, on any node. */
export function createClaimWrites(all: Statements, { keys, log }: Pick<WebhookParts, 'keys' | 'log'>) {
  const switchOff = prepareSwitchOff(all, log);
  const endpoints = prepareEndpoints(all, keys);
  const listDue = all.read<DueRow>(dueSql);
  const lease = all.change(
    'UPDATE webhook_deliveries SET attempts = attempts + 1, due_at_ms = ? WHERE tenant_id = ? AND seq = ?',
  );

  return {
    *claimDeliveries(tenantId, { nowMs, leaseUntilMs, limit, endpointMax, underWay }) {
      const found: ClaimedRow[] = [];
      const enabled = yield* endpoints.listEnabled(tenantId);
      // One that cannot be opened is never sent to, and must not stop the others.
      for (const endpointId of enabled.damaged) {
        const notice = endpointDisabledEvent(endpointId, { reason: 'failing', nowMs });
        yield* switchOff({ tenantId, endpointId, reason: 'failing', nowMs, notice });
      }
      for (const endpoint of enabled.open) {
        const { endpoint_id: endpointId } = endpoint;
        const free = endpointMax - (underWay[endpointId] ?? 0);
        if (free <= 0) continue;
        for (const { body, ...delivery } of yield* listDue.all(tenantId, endpointId, nowMs, free))
          found.push({ delivery, body, endpoint });
      }
      // Those that have waited longest, of whichever endpoint.
      const claimed = found.toSorted((one, other) => one.delivery.due_at_ms - other.delivery.due_at_ms);
      const leased = yield* leaseAll(tenantId, claimed.slice(0, limit), leaseUntilMs);
      return leased.map((row) => decodeClaimed(tenantId, nowMs, row));
    },
  } satisfies OperationsFor<WebhookStore>;

  function* leaseAll(
    tenantId: string,
    rows: readonly ClaimedRow[],
    leaseUntilMs: number,
  ): Operation<ClaimedRow[]> {
    const leased: ClaimedRow[] = [];
    for (const { delivery, ...row } of rows) {
      yield* lease.put(leaseUntilMs, tenantId, delivery.seq);
      const attempts = delivery.attempts + 1;
      leased.push({ ...row, delivery: { ...delivery, attempts, due_at_ms: leaseUntilMs } });
    }
    return leased;
  }
}
