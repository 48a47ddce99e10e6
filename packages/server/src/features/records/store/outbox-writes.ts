import type { OutboxEvent } from '@avow/foundation';
import type { Operation, OperationsFor, Row, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import { type FannedOut, fanOutSql } from '../../webhooks/store/fan-out.ts';
import type { RecordUpkeep } from '../record-store.ts';
import { outbox } from './message-tables.ts';

const outboxRows = outbox.without('seq');
type OutboxColumns = Row<typeof outboxRows>;

const toRow = ({ eventId, type, messageId, body }: OutboxEvent, nowMs: number): FannedOut => ({
  ...{ event_id: eventId, type, message_id: messageId, body, created_at_ms: nowMs },
});

/** Puts an event into the outbox and on its way to webhooks, within the transaction that it reports. */
export function prepareOutbox(statements: Statements) {
  const insert = statements.write<OutboxColumns>(`INSERT ${intoTable('outbox', outboxRows.columns)}`);
  const fanOut = statements.write<FannedOut & Pick<OutboxColumns, 'tenant_id'>>(
    fanOutSql(statements, 'wanting.tenant_id = :tenant_id'),
  );
  return function* putEvent(tenantId: string, nowMs: number, event: OutboxEvent): Operation<void> {
    const row = { ...toRow(event, nowMs), tenant_id: tenantId };
    yield* insert.put(row);
    yield* fanOut.put(row);
  };
}

export type PutEvent = ReturnType<typeof prepareOutbox>;

/** Rows are numbered in the order of time, so the scan ends at the first recent one. */
const sweepSql = `DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE seq <
  coalesce((SELECT seq FROM outbox WHERE created_at_ms >= ? ORDER BY seq LIMIT 1), 9007199254740991)
  ORDER BY seq LIMIT ?)`;

const notifyAllSql = `INSERT INTO outbox (tenant_id, event_id, type, body, created_at_ms)
  SELECT tenant_id, :event_id, :type, :body, CAST(:created_at_ms AS BIGINT)
  FROM tenants WHERE status = 'active' ORDER BY tenant_id`;

/** The writer's operations on the events of all tenants. */
export function createOutboxWrites(statements: Statements) {
  const sweep = statements.change(sweepSql);
  const notifyAll = statements.write<FannedOut>(notifyAllSql);
  const fanOut = statements.write<FannedOut>(
    fanOutSql(statements, "wanting.tenant_id IN (SELECT tenant_id FROM tenants WHERE status = 'active')"),
  );
  const writes = {
    *notifyAll(event, nowMs) {
      const row = toRow(event, nowMs);
      yield* notifyAll.put(row);
      yield* fanOut.put(row);
    },
  } satisfies OperationsFor<RecordUpkeep>;
  return {
    ...writes,
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    sweepOutbox: (beforeMs: number, rowsMax: number) => sweep.run(beforeMs, rowsMax),
  };
}
