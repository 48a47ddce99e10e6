import type { Operation, Statements } from '@avow/storage';
import { selectFrom } from '@avow/storage';
import { type DocumentSummaryColumns, documentSummaryColumns } from './document-columns.ts';
import { maySeeSql, servedHoldsSql, validSql } from './text-reads-sql.ts';

/** The pack and who looks; groups as JSON. */
type PackKey = readonly [tenantId: string, packId: string, nowMs: number, groups: string];

export interface ListServedCall {
  readonly viewer: PackKey;
  readonly after: string | null;
  readonly limit: number;
}

/** The reader's operations on what a viewer may see of a served pack. */
export function createServedLists({ read, dialect }: Statements) {
  const visibleSql = `texts.tenant_id = ?1 AND texts.pack_id = ?2 AND packs.tenant_id = texts.tenant_id
    AND packs.pack_id = texts.pack_id AND ${servedHoldsSql} AND ${maySeeSql(dialect)}`;
  // Documents are valid at any time; a parameter that is nowhere has no type in PostgreSQL.
  const documentSql = `documents AS texts CROSS JOIN packs WHERE ${visibleSql} AND CAST(?3 AS BIGINT) IS NOT NULL`;
  const listDocuments = read<DocumentSummaryColumns>(
    `SELECT ${selectFrom('texts', documentSummaryColumns)} FROM ${documentSql} AND texts.document_id > ?5
     ORDER BY texts.document_id LIMIT ?6`,
  );
  const findDocument = read<{ readonly seen: number }>(`SELECT 1 AS seen FROM ${documentSql} LIMIT 1`);
  const findPair = read<{ readonly seen: number }>(
    `SELECT 1 AS seen FROM curated_pairs AS texts CROSS JOIN packs WHERE ${visibleSql} AND ${validSql} LIMIT 1`,
  );
  return {
    listServedDocuments: ({ viewer, after, limit }: ListServedCall) =>
      listDocuments.all(...viewer, after ?? '', limit),
    *seesPack(viewer: PackKey): Operation<boolean> {
      return (yield* findDocument.first(...viewer)) !== null || (yield* findPair.first(...viewer)) !== null;
    },
  };
}
