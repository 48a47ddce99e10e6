import type { DatabaseSync } from 'node:sqlite';
import { intoTable } from './into-table.ts';

export interface OutboxSweepCall {
  readonly beforeMs: number;
  readonly rowsMax: number;
}

/** Behind the tenant its id, type and body, and the present. */
export const insertEventSql = `INSERT ${intoTable('outbox', 'event_id, type, body, created_at_ms')}`;

/** Rows are numbered in the order of time, so the scan ends at the first young one. */
const sweepSql = `DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE seq <
  coalesce((SELECT seq FROM outbox WHERE created_at_ms >= ? ORDER BY seq LIMIT 1), 9007199254740991)
  ORDER BY seq LIMIT ?)`;

const notifyAllSql = `INSERT INTO outbox (tenant_id, event_id, type, body, created_at_ms)
  SELECT tenant_id, ?, ?, ?, ? FROM tenants WHERE status = 'active' ORDER BY tenant_id`;

/** The writer's operations on the notices of all tenants. */
export function createOutboxWrites(database: DatabaseSync) {
  const sweep = database.prepare(sweepSql);
  const notifyAll = database.prepare(notifyAllSql);
  return {
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    sweepOutbox({ beforeMs, rowsMax }: OutboxSweepCall): number {
      return Number(sweep.run(beforeMs, rowsMax).changes);
    },
    notifyAll(notice: readonly [eventId: string, type: string, body: string, nowMs: number]): null {
      notifyAll.run(...notice);
      return null;
    },
  };
}
