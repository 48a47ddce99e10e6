import type { OutboxEvent } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import { killPendingSql } from './endpoint-writes.ts';
import { deliveriesSql } from './webhook-reads.ts';
import type { DeliveryRow } from './webhook-tables.ts';

interface QueueCall {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly nowMs: number;
  readonly giveUpAtMs: number;
}

export interface QueueTestCall extends QueueCall {
  readonly event: OutboxEvent;
}

export interface RedeliverCall extends QueueCall {
  readonly eventId: string;
}

export interface RedeliverDeadCall extends QueueCall {
  readonly sinceMs: number;
  readonly rowsMax: number;
}

export interface LimitBacklogCall {
  readonly tenantId: string;
  readonly pendingMax: number;
}

export interface SweepDeliveriesCall {
  readonly beforeMs: number;
  readonly rowsMax: number;
}

/** Takes the time of the next attempt, that of the last and the tenant; a condition chooses the deliveries. */
const requeueSql = (condition: string) => `UPDATE webhook_deliveries
  SET status = 'pending', attempts = 0, due_at_ms = ?1, give_up_at_ms = ?2 WHERE tenant_id = ?3 AND ${condition}`;

function prepareStatements({ read, change }: Statements) {
  return {
    findEndpoint: read<{ readonly status: string }>(
      'SELECT status FROM webhook_endpoints WHERE tenant_id = ? AND endpoint_id = ?',
    ),
    listEndpoints: read<{ readonly endpoint_id: string }>(
      'SELECT endpoint_id FROM webhook_endpoints WHERE tenant_id = ?',
    ),
    insert: change(
      `INSERT INTO webhook_deliveries (tenant_id, endpoint_id, event_id, type, message_id, status, attempts,
         created_at_ms, due_at_ms, give_up_at_ms, body)
       VALUES (?1, ?2, ?3, ?4, NULL, 'pending', 0, ?5, ?5, ?6, ?7)`,
    ),
    find: read<DeliveryRow>(`${deliveriesSql} AND event_id = ?`),
    requeue: change(requeueSql('seq = ?4')),
    requeueDead: change(
      requeueSql(`seq IN (
        SELECT seq FROM webhook_deliveries WHERE tenant_id = ?3 AND endpoint_id = ?4 AND status = 'dead'
          AND created_at_ms >= ?5 ORDER BY seq LIMIT ?6)`),
    ),
    limit: change(
      `${killPendingSql} AND seq <= (
         SELECT seq FROM webhook_deliveries WHERE tenant_id = ? AND endpoint_id = ? AND status = 'pending'
         ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
    ),
    sweep: change(
      `DELETE FROM webhook_deliveries WHERE (tenant_id, seq) IN (
         SELECT tenant_id, seq FROM webhook_deliveries WHERE created_at_ms < ? ORDER BY created_at_ms LIMIT ?)`,
    ),
  };
}

/** The writer's operations that queue deliveries, or end them without an attempt. */
export function createDeliveryWrites(all: Statements) {
  const statements = prepareStatements(all);

  function* refuse({ tenantId, endpointId }: QueueCall): Operation<'unknown' | 'disabled' | null> {
    const endpoint = yield* statements.findEndpoint.first(tenantId, endpointId);
    if (endpoint === null) return 'unknown';
    return endpoint.status === 'enabled' ? null : 'disabled';
  }

  return {
    *queueWebhookTest(call: QueueTestCall): Operation<DeliveryRow | 'unknown' | 'disabled'> {
      const refused = yield* refuse(call);
      if (refused !== null) return refused;
      const { tenantId, endpointId, event, nowMs, giveUpAtMs } = call;
      const { eventId, type, body } = event;
      yield* statements.insert.put(tenantId, endpointId, eventId, type, nowMs, giveUpAtMs, body);
      return (yield* statements.find.first(tenantId, endpointId, eventId)) ?? 'unknown';
    },
    *redeliverWebhook(call: RedeliverCall): Operation<DeliveryRow | 'unknown' | 'disabled' | 'pending'> {
      const { tenantId, endpointId, eventId, nowMs, giveUpAtMs } = call;
      const found = yield* statements.find.first(tenantId, endpointId, eventId);
      if (found === null) return 'unknown';
      const refused = yield* refuse(call);
      if (refused !== null) return refused;
      if (found.status === 'pending') return 'pending';
      yield* statements.requeue.put(nowMs, giveUpAtMs, tenantId, found.seq);
      return (yield* statements.find.first(tenantId, endpointId, eventId)) ?? 'unknown';
    },
    *redeliverDeadWebhooks(call: RedeliverDeadCall): Operation<number | 'unknown' | 'disabled'> {
      const refused = yield* refuse(call);
      if (refused !== null) return refused;
      const { tenantId, endpointId, nowMs, giveUpAtMs, sinceMs, rowsMax } = call;
      return yield* statements.requeueDead.run(nowMs, giveUpAtMs, tenantId, endpointId, sinceMs, rowsMax);
    },
    /** How many were ended. */
    *limitWebhookBacklog({ tenantId, pendingMax }: LimitBacklogCall): Operation<number> {
      let ended = 0;
      for (const { endpoint_id: endpointId } of yield* statements.listEndpoints.all(tenantId)) {
        const place = [tenantId, endpointId];
        ended += yield* statements.limit.run('backlog_full', ...place, ...place, pendingMax);
      }
      return ended;
    },
    /** How many were removed: fewer than `rowsMax` means that none is left. */
    sweepWebhookDeliveries: ({ beforeMs, rowsMax }: SweepDeliveriesCall) =>
      statements.sweep.run(beforeMs, rowsMax),
  };
}
