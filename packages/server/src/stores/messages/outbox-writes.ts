import type { OutboxEvent } from '@avow/foundation';
import { columnsOf, intoTable } from '../sql/columns.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';

export interface OutboxSweepCall {
  readonly beforeMs: number;
  readonly rowsMax: number;
}

export interface NotifyAllCall {
  readonly event: OutboxEvent;
  readonly nowMs: number;
}

/** A row of `outbox` without its number. */
interface OutboxColumns {
  readonly tenant_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly body: string;
  readonly created_at_ms: number;
}

const outboxColumns = columnsOf<OutboxColumns>()(['tenant_id', 'event_id', 'type', 'body', 'created_at_ms']);

/** Puts an event into the outbox, within the transaction that it reports. */
export function prepareOutbox({ write }: Statements) {
  const insert = write<OutboxColumns>(`INSERT ${intoTable('outbox', outboxColumns)}`);
  return (tenantId: string, nowMs: number, { eventId, type, body }: OutboxEvent): Operation<void> =>
    insert.put({ tenant_id: tenantId, event_id: eventId, type, body, created_at_ms: nowMs });
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
export function createOutboxWrites({ change, write }: Statements) {
  const sweep = change(sweepSql);
  const notifyAll = write<Omit<OutboxColumns, 'tenant_id'>>(notifyAllSql);
  return {
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    sweepOutbox: ({ beforeMs, rowsMax }: OutboxSweepCall) => sweep.run(beforeMs, rowsMax),
    notifyAll: ({ event: { eventId, type, body }, nowMs }: NotifyAllCall) =>
      notifyAll.put({ event_id: eventId, type, body, created_at_ms: nowMs }),
  };
}
