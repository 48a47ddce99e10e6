import type { SourceId, TenantId } from '@avow/foundation';
import { assertPage, type OperationsFor, type Row, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import type { SourceStore, StagedItem } from '../source-store.ts';
import { prepareSources } from './open-sources.ts';
import { decodeOpen, decodeSource } from './source-columns.ts';
import { sourceItems, sourceReads } from './source-tables.ts';

const itemRows = sourceItems.without('tenant_id', 'source_id');
type ItemColumns = Row<typeof itemRows>;
export const itemColumns = itemRows.columns;

/** What a sync in progress has read of an item. */
const payloadRows = sourceReads.without('tenant_id', 'source_id');
export type PayloadColumns = Row<typeof payloadRows>;
export const payloadColumns = payloadRows.columns;

const stagedRows = payloadRows.without('payload');
type StagedColumns = Row<typeof stagedRows>;

const decodeItem = ({ item_key: key, path, version, notes, fault }: ItemColumns) => ({
  ...{ key, path, version, notes, fault },
});

export function encodeStaged(item: StagedItem): PayloadColumns {
  const { key, state, path, version, notes, fault, payload } = item;
  return { item_key: key, state, path, version, notes, fault, payload };
}

const pageSql = (table: string, columns: readonly string[]) =>
  `SELECT ${columns.join(', ')} FROM ${table} WHERE tenant_id = ? AND source_id = ? AND item_key > ?
   ORDER BY item_key LIMIT ?`;

/** Of one tenant, that are listed: however many it has, those of others are among them. */
const dueOfTenantMax = 64;

/**
 * Sources with a sync in progress come first: they may have been left by a process that is gone. If that happened while they
 * were read, they are held back for a while.
 */
const dueSql = `SELECT tenant_id, source_id FROM (SELECT due.tenant_id, due.source_id, due.waited,
    row_number() OVER (PARTITION BY due.tenant_id ORDER BY due.waited, due.source_id) AS place FROM (
    SELECT sources.tenant_id, sources.source_id, 0 AS waited FROM sources
    WHERE sync_run IS NOT NULL AND (held_until_ms IS NULL OR held_until_ms <= ?1)
    UNION ALL
    SELECT sources.tenant_id, sources.source_id, due_at_ms AS waited FROM sources
    WHERE due_at_ms IS NOT NULL AND due_at_ms <= ?1 AND sync_run IS NULL AND status = 'active') AS due
  WHERE EXISTS (SELECT 1 FROM tenants WHERE tenants.tenant_id = due.tenant_id AND tenants.status = 'active'))
    AS placed WHERE place <= ${dueOfTenantMax} ORDER BY place, waited, source_id LIMIT ?2`;

/** The reader's operations on sources. */
export function createSourceReads(statements: Statements, keys: KeyRing) {
  const { read } = statements;
  const sources = prepareSources(statements, keys);
  const listDue = read(dueSql, (row: { readonly tenant_id: TenantId; readonly source_id: SourceId }) => ({
    ...{ tenantId: row.tenant_id, sourceId: row.source_id },
  }));
  const listStaged = read(pageSql('source_reads', stagedRows.columns), (row: StagedColumns) => ({
    ...decodeItem(row),
    state: row.state,
  }));
  const getStaged = read(
    `SELECT ${payloadColumns.join(', ')} FROM source_reads WHERE tenant_id = ? AND source_id = ? AND item_key = ?`,
    (row: PayloadColumns) => ({ ...decodeItem(row), state: row.state, payload: row.payload }),
  );
  const listKnown = read(pageSql('source_items', itemColumns), decodeItem);
  return {
    *getSource(tenantId, packId, sourceId) {
      const row = yield* sources.get(tenantId, sourceId);
      return row?.pack_id === packId ? decodeSource(row) : null;
    },
    *openSource(tenantId, sourceId) {
      const row = yield* sources.get(tenantId, sourceId);
      return row === null ? null : decodeOpen(row);
    },
    *listSources(tenantId, packId, { after, limit }) {
      assertPage(limit);
      return (yield* sources.list(tenantId, { packId, after: after ?? '', limit })).map(decodeSource);
    },
    listDue(nowMs, limit) {
      assertPage(limit);
      return listDue.all(nowMs, limit);
    },
    listStaged(tenantId, sourceId, { after, limit }) {
      assertPage(limit);
      return listStaged.all(tenantId, sourceId, after ?? '', limit);
    },
    getStaged: (tenantId, sourceId, key) => getStaged.first(tenantId, sourceId, key),
    listKnown(tenantId, sourceId, { after, limit }) {
      assertPage(limit);
      return listKnown.all(tenantId, sourceId, after ?? '', limit);
    },
  } satisfies OperationsFor<SourceStore>;
}
