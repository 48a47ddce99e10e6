import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { WebhookStore } from '../webhook-store.ts';
import { killPendingSql } from './endpoint-writes.ts';
import { deliveriesSql } from './webhook-reads.ts';
import { deliveries } from './webhook-tables.ts';

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
    find: read(`${deliveriesSql} AND event_id = ?`, deliveries.decode),
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

  function* refuse(tenantId: string, endpointId: string): Operation<'unknown' | 'disabled' | null> {
    const endpoint = yield* statements.findEndpoint.first(tenantId, endpointId);
    if (endpoint === null) return 'unknown';
    return endpoint.status === 'enabled' ? null : 'disabled';
  }

  const writes = {
    *queueTest(tenantId, endpointId, { event: { eventId, type, body }, nowMs, giveUpAtMs }) {
      const refused = yield* refuse(tenantId, endpointId);
      if (refused !== null) return refused;
      yield* statements.insert.put(tenantId, endpointId, eventId, type, nowMs, giveUpAtMs, body);
      return (yield* statements.find.first(tenantId, endpointId, eventId)) ?? 'unknown';
    },
    *redeliver(tenantId, endpointId, { eventId, nowMs, giveUpAtMs }) {
      const found = yield* statements.find.first(tenantId, endpointId, eventId);
      if (found === null) return 'unknown';
      const refused = yield* refuse(tenantId, endpointId);
      if (refused !== null) return refused;
      if (found.status === 'pending') return 'pending';
      yield* statements.requeue.put(nowMs, giveUpAtMs, tenantId, found.seq);
      return (yield* statements.find.first(tenantId, endpointId, eventId)) ?? 'unknown';
    },
    *redeliverDead(tenantId, endpointId, { sinceMs, nowMs, giveUpAtMs, rowsMax }) {
      const refused = yield* refuse(tenantId, endpointId);
      if (refused !== null) return refused;
      return yield* statements.requeueDead.run(nowMs, giveUpAtMs, tenantId, endpointId, sinceMs, rowsMax);
    },
    *limitBacklog(tenantId, { pendingMax }) {
      let ended = 0;
      for (const { endpoint_id: endpointId } of yield* statements.listEndpoints.all(tenantId)) {
        const place = [tenantId, endpointId];
        ended += yield* statements.limit.run('backlog_full', ...place, ...place, pendingMax);
      }
      return ended;
    },
  } satisfies OperationsFor<WebhookStore>;
  return {
    ...writes,
    /** How many were removed: fewer than `rowsMax` means that none is left. */
    sweepDeliveries: (beforeMs: number, rowsMax: number) => statements.sweep.run(beforeMs, rowsMax),
  };
}
