import type { SourceId, TenantId } from '@avow/foundation';
import type { Operation, Row, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSources } from './open-sources.ts';
import type { UnsealedSource } from './source-columns.ts';
import { sourceItems, sourceReads } from './source-tables.ts';

export interface ListSourcesCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly after: string | null;
  readonly limit: number;
}

export interface ListItemsCall {
  readonly tenantId: string;
  readonly sourceId: string;
  readonly after: string | null;
  readonly limit: number;
}

const itemRows = sourceItems.without('tenant_id', 'source_id');
export type ItemColumns = Row<typeof itemRows>;
export const itemColumns = itemRows.columns;

/** What a sync in progress has read of an item. */
const payloadRows = sourceReads.without('tenant_id', 'source_id');
export type PayloadColumns = Row<typeof payloadRows>;
export const payloadColumns = payloadRows.columns;

const stagedRows = payloadRows.without('payload');
export type StagedColumns = Row<typeof stagedRows>;

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
  const listDue = read<{ readonly tenant_id: TenantId; readonly source_id: SourceId }>(dueSql);
  const listStaged = read<StagedColumns>(pageSql('source_reads', stagedRows.columns));
  const getStaged = read<PayloadColumns>(
    `SELECT ${payloadColumns.join(', ')} FROM source_reads WHERE tenant_id = ? AND source_id = ? AND item_key = ?`,
  );
  const listKnown = read<ItemColumns>(pageSql('source_items', itemColumns));
  return {
    getSource: ([tenantId, sourceId]: readonly [
      tenantId: string,
      sourceId: string,
    ]): Operation<UnsealedSource | null> => sources.get(tenantId, sourceId),
    listSources: ({ tenantId, packId, after, limit }: ListSourcesCall) =>
      sources.list(tenantId, { packId, after: after ?? '', limit }),
    listSourcesDue: ([nowMs, limit]: readonly [nowMs: number, limit: number]) => listDue.all(nowMs, limit),
    listStagedItems: ({ tenantId, sourceId, after, limit }: ListItemsCall) =>
      listStaged.all(tenantId, sourceId, after ?? '', limit),
    getStagedItem: (key: readonly [tenantId: string, sourceId: string, itemKey: string]) =>
      getStaged.first(...key),
    listKnownItems: ({ tenantId, sourceId, after, limit }: ListItemsCall) =>
      listKnown.all(tenantId, sourceId, after ?? '', limit),
  };
}
