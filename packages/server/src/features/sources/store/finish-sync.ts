import type { SourceId, TenantId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import type { PutEvent } from '../../records/store/outbox-writes.ts';
import type { FinishSync } from '../source-store.ts';
import { itemColumns } from './source-reads.ts';

const columns = itemColumns.join(', ');
const others = itemColumns.filter((column) => column !== 'item_key');

/** Takes the tenant and the source. What has a fault is known as it was. */
const takeOverSql = `INSERT INTO source_items (tenant_id, source_id, ${columns})
  SELECT tenant_id, source_id, ${columns} FROM source_reads
  WHERE tenant_id = ? AND source_id = ? AND state = 'read'
  ON CONFLICT (tenant_id, source_id, item_key) DO UPDATE SET ${others
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

const readSql = `SELECT 1 FROM source_reads WHERE source_reads.tenant_id = source_items.tenant_id
  AND source_reads.source_id = source_items.source_id AND source_reads.item_key = source_items.item_key`;

/** Ends a sync: what was staged becomes what is known, or is dropped. False if no sync is in progress. */
export function prepareFinish({ read, change }: Statements, putEvent: PutEvent) {
  const find = read('SELECT 1 FROM sources WHERE tenant_id = ? AND source_id = ? AND sync_run IS NOT NULL');
  const takeOver = change(takeOverSql);
  const dropRemoved = change(
    `DELETE FROM source_items WHERE tenant_id = ? AND source_id = ? AND EXISTS (${readSql} AND state = 'removed')`,
  );
  const dropMissing = change(
    `DELETE FROM source_items WHERE tenant_id = ? AND source_id = ? AND NOT EXISTS (${readSql})`,
  );
  const drop = change('DELETE FROM source_reads WHERE tenant_id = ? AND source_id = ?');
  const noteApplied = change(
    `UPDATE sources SET read_cursor = ?1, item_count = (SELECT count(*) FROM source_items
       WHERE source_items.tenant_id = ?2 AND source_items.source_id = ?3) WHERE tenant_id = ?2 AND source_id = ?3`,
  );
  const end = change(
    `UPDATE sources SET sync_run = NULL, sync_last = ?, due_at_ms = ?, failing_since_ms = ?, failed_count = ?,
     waiting_revision = ?, begun_count = ?, held_until_ms = NULL WHERE tenant_id = ? AND source_id = ?`,
  );
  const pause = change(
    `UPDATE sources SET status = 'paused', paused_reason = ? WHERE tenant_id = ? AND source_id = ?`,
  );
  return function* finish(
    tenantId: TenantId,
    sourceId: SourceId,
    ended: FinishSync & { readonly nowMs: number },
  ): Operation<boolean> {
    const { result, applied, dueAtMs, failure, crashCount = 0, pausedReason, waitingRevision } = ended;
    if ((yield* find.first(tenantId, sourceId)) === null) return false;
    if (applied !== null) {
      yield* takeOver.put(tenantId, sourceId);
      yield* dropRemoved.put(tenantId, sourceId);
      if (applied.mode === 'full') yield* dropMissing.put(tenantId, sourceId);
      yield* noteApplied.put(applied.cursor, tenantId, sourceId);
    }
    yield* drop.put(tenantId, sourceId);
    const failing = [failure?.sinceMs ?? null, failure?.count ?? 0] as const;
    const state = [JSON.stringify(result), dueAtMs, ...failing, waitingRevision, crashCount] as const;
    yield* end.put(...state, tenantId, sourceId);
    if (pausedReason !== undefined) yield* pause.put(pausedReason, tenantId, sourceId);
    for (const event of ended.events) yield* putEvent(tenantId, ended.nowMs, event);
    return true;
  };
}
