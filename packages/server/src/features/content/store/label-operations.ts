import type { PackId, TenantId } from '@avow/foundation';
import { assertPage, type Operation, type OperationsFor, type Row, type Statements } from '@avow/storage';
import { changeTags, type ItemLabelStore, type ItemLabels, noLabels } from '../item-label-store.ts';
import { itemLabels } from './pack-tables.ts';

const labelRows = itemLabels.only('owner', 'tags');
interface LabelColumns extends Row<typeof labelRows> {
  readonly item_id: string;
}

const labelsSql = (condition: string) =>
  `SELECT item_id, ${labelRows.columns.join(', ')} FROM item_labels WHERE tenant_id = ?1 AND pack_id = ?2 AND ${condition}`;

const inDraftSql = (table: string) =>
  `${table}.tenant_id = ?1 AND ${table}.pack_id = ?2 AND ${table}.removed = 0 AND ${table}.until_version IS NULL`;

/** A condition on rows of documents or pairs: `?5` is an owner and `?6` a tag; null: any. */
export function labelledSql({ dialect }: Statements, table: 'documents' | 'curated_pairs'): string {
  const id = table === 'documents' ? 'document_id' : 'curated_id';
  const hasLabels = (condition: string) =>
    `EXISTS (SELECT 1 FROM item_labels AS labels WHERE labels.tenant_id = ${table}.tenant_id
      AND labels.pack_id = ${table}.pack_id AND labels.item_id = ${table}.${id} AND ${condition})`;
  const hasTag = (column: string) =>
    `EXISTS (SELECT 1 FROM ${dialect.listedIn(column, 'tagged')} WHERE tagged.value = ?6)`;
  const tagged = table === 'documents' ? hasLabels(hasTag('labels.tags')) : hasTag('curated_pairs.tags');
  return `(CAST(?5 AS TEXT) IS NULL OR ${hasLabels('labels.owner = ?5')})
    AND (CAST(?6 AS TEXT) IS NULL OR ${tagged})`;
}

/** The reader's operations on owners and tags. */
export function createLabelReads({ read, dialect }: Statements) {
  const find = read<LabelColumns>(
    labelsSql(`item_id IN (SELECT wanted.value FROM ${dialect.listedIn('?3', 'wanted')})`),
  );
  const owners = read<{ readonly owner: string }>(
    `SELECT DISTINCT owner FROM item_labels WHERE tenant_id = ?1 AND pack_id = ?2 AND owner IS NOT NULL
     AND (item_id IN (SELECT document_id FROM documents WHERE ${inDraftSql('documents')})
       OR item_id IN (SELECT curated_id FROM curated_pairs WHERE ${inDraftSql('curated_pairs')}))
     ORDER BY owner LIMIT ?3`,
  );
  const tags = read<{ readonly tag: string }>(
    `SELECT tagged.value AS tag FROM item_labels, ${dialect.listedIn('item_labels.tags', 'tagged')}
     WHERE item_labels.tenant_id = ?1 AND item_labels.pack_id = ?2
     AND item_labels.item_id IN (SELECT document_id FROM documents WHERE ${inDraftSql('documents')})
     UNION SELECT tagged.value AS tag FROM curated_pairs, ${dialect.listedIn('curated_pairs.tags', 'tagged')}
     WHERE ${inDraftSql('curated_pairs')} ORDER BY tag LIMIT ?3`,
  );
  return {
    *readItemLabels(tenantId, packId, ids) {
      if (ids.length === 0) return new Map();
      const rows = yield* find.all(tenantId, packId, JSON.stringify(ids));
      return new Map(rows.map((row) => [row.item_id, labelRows.decode(row)]));
    },
    *listItemLabels(tenantId, packId, limit) {
      assertPage(limit);
      const named = yield* owners.all(tenantId, packId, limit);
      const tagged = yield* tags.all(tenantId, packId, limit);
      return { owners: named.map(({ owner }) => owner), tags: tagged.map(({ tag }) => tag) };
    },
  } satisfies OperationsFor<ItemLabelStore>;
}

/** The writer's operation on owners and tags. */
export function createLabelWrites({ read, change }: Statements) {
  const find = read<LabelColumns>(labelsSql('item_id = ?3'));
  const put = change(
    `INSERT INTO item_labels (tenant_id, pack_id, item_id, owner, tags) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (tenant_id, pack_id, item_id) DO UPDATE SET owner = excluded.owner, tags = excluded.tags`,
  );
  const remove = change('DELETE FROM item_labels WHERE tenant_id = ? AND pack_id = ? AND item_id = ?');
  return {
    *changeItemLabels(
      tenantId: TenantId,
      packId: PackId,
      { ids, owner, addTags, removeTags, tagsMax }: Parameters<ItemLabelStore['changeItemLabels']>[2],
    ): Operation<'changed' | 'too_many'> {
      const changed: Array<readonly [id: string, labels: ItemLabels]> = [];
      for (const id of ids) {
        const row = yield* find.first(tenantId, packId, id);
        const before = row === null ? noLabels : labelRows.decode(row);
        const tags = changeTags(before.tags, { add: addTags, remove: removeTags });
        if (tags.length > tagsMax) return 'too_many';
        changed.push([id, { owner: owner === undefined ? before.owner : owner, tags }]);
      }
      for (const [id, labels] of changed)
        if (labels.owner === null && labels.tags.length === 0) yield* remove.put(tenantId, packId, id);
        else yield* put.put(tenantId, packId, id, labels.owner, JSON.stringify(labels.tags));
      return 'changed';
    },
  };
}
