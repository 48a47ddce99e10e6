import type { CuratedId } from '@avow/foundation';
import { assertPage, type OperationsFor, type Statements, selectFrom } from '@avow/storage';
import type { ContentStore, PairState } from '../content-store.ts';
import { decodeDocumentSummary, documentSummaryColumns } from './document-columns.ts';
import { maySeeSql, servedHoldsSql, validSql } from './text-reads-sql.ts';

/** The reader's operations on what a viewer may see of a served pack. */
export function createServedLists({ read, dialect }: Statements) {
  const visibleSql = `texts.tenant_id = ?1 AND texts.pack_id = ?2 AND packs.tenant_id = texts.tenant_id
    AND packs.pack_id = texts.pack_id AND ${servedHoldsSql} AND ${maySeeSql(dialect)}`;
  // Documents are valid at any time; a parameter that is nowhere has no type in PostgreSQL.
  const documentSql = `documents AS texts CROSS JOIN packs WHERE ${visibleSql} AND CAST(?3 AS BIGINT) IS NOT NULL`;
  const listDocuments = read(
    `SELECT ${selectFrom('texts', documentSummaryColumns)} FROM ${documentSql} AND texts.document_id > ?5
     ORDER BY texts.document_id LIMIT ?6`,
    decodeDocumentSummary,
  );
  const findDocument = read<{ readonly seen: number }>(`SELECT 1 AS seen FROM ${documentSql} LIMIT 1`);
  const findPair = read<{ readonly seen: number }>(
    `SELECT 1 AS seen FROM curated_pairs AS texts CROSS JOIN packs WHERE ${visibleSql} AND ${validSql} LIMIT 1`,
  );
  const isServedSql = `packs.served_version IS NOT NULL AND ${servedHoldsSql}`;
  // CROSS JOIN fixes the order: the ids are few, the rows many.
  const findStates = read(
    `SELECT texts.curated_id, MAX(CASE WHEN ${isServedSql} THEN 1 ELSE 0 END) AS is_served
     FROM ${dialect.listedIn('?2', 'one')} CROSS JOIN curated_pairs AS texts CROSS JOIN packs
     WHERE texts.tenant_id = ?1 AND texts.curated_id = one.value
       AND packs.tenant_id = texts.tenant_id AND packs.pack_id = texts.pack_id
       AND ((texts.removed = 0 AND texts.until_version IS NULL) OR (${isServedSql}))
     GROUP BY texts.curated_id`,
    (row: { readonly curated_id: CuratedId; readonly is_served: number }): PairState => ({
      ...{ curatedId: row.curated_id, isServed: row.is_served === 1 },
    }),
  );
  return {
    findPairStates(tenantId, curatedIds) {
      assertPage(curatedIds.length);
      return findStates.all(tenantId, JSON.stringify(curatedIds));
    },
    listServedDocuments(tenantId, { packId, groups, nowMs, after, limit }) {
      assertPage(limit);
      return listDocuments.all(tenantId, packId, nowMs, JSON.stringify(groups), after ?? '', limit);
    },
    *seesPack(tenantId, { packId, groups, nowMs }) {
      const viewer = [tenantId, packId, nowMs, JSON.stringify(groups)];
      return (yield* findDocument.first(...viewer)) !== null || (yield* findPair.first(...viewer)) !== null;
    },
  } satisfies OperationsFor<ContentStore>;
}
