import type { DatabaseSync } from 'node:sqlite';
import {
  citedColumnsSql,
  type FoundDocumentColumns,
  type MatchColumns,
  type PackColumns,
  packColumnsSql,
  pairColumnsSql,
} from './knowledge-columns.ts';
import { prepareReads } from './prepare-reads.ts';

export interface FindCuratedCall {
  readonly tenantId: string;
  readonly key: string;
  /** Null: all packs. */
  readonly packIds: readonly string[] | null;
}

export interface QuoteCall {
  readonly tenantId: string;
  readonly id: string;
  readonly start: number;
  readonly length: number;
}

const inPack = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `of_pack.${column}`)
    .concat('packs.pack_id', 'packs.version')
    .join(', ');

/** `substr` counts a text in code points, as citations do. */
const quoteSql = (table: string, column: string, id: string) =>
  `SELECT substr(${column}, ?3 + 1, ?4) FROM ${table} WHERE tenant_id = ?1 AND ${id} = ?2`;

function prepareStatements(database: DatabaseSync) {
  const prepare = prepareReads(database);
  // CROSS JOIN fixes the order: without statistics SQLite would rather walk all pairs than look up one key.
  const findCuratedSql = `SELECT ${inPack(pairColumnsSql)} FROM curated_keys
    CROSS JOIN curated_pairs AS of_pack USING (tenant_id, curated_id) CROSS JOIN packs USING (tenant_id, pack_id)
    WHERE curated_keys.tenant_id = ?1 AND curated_keys.key = ?2`;
  return {
    listPacks: prepare<PackColumns>(
      `SELECT ${packColumnsSql} FROM packs WHERE tenant_id = ? ORDER BY pack_id`,
    ),
    listDocumentIds: prepare<readonly [source: string, documentId: string]>(
      'SELECT source, document_id FROM documents WHERE tenant_id = ? AND pack_id = ?',
    ),
    // Where two pairs have one question, the older id comes last, and so is the one that a map keeps.
    listPairIds: prepare<readonly [question: string, curatedId: string]>(
      'SELECT question, curated_id FROM curated_pairs WHERE tenant_id = ? AND pack_id = ? ORDER BY curated_id DESC',
    ),
    findCurated: prepare<MatchColumns>(`${findCuratedSql} ORDER BY curated_keys.curated_id`),
    findCuratedIn: prepare<MatchColumns>(
      `${findCuratedSql} AND packs.pack_id IN (SELECT value FROM json_each(?3)) ORDER BY curated_keys.curated_id`,
    ),
    getCurated: prepare<MatchColumns>(
      `SELECT ${inPack(pairColumnsSql)} FROM curated_pairs AS of_pack JOIN packs USING (tenant_id, pack_id)
       WHERE of_pack.tenant_id = ? AND of_pack.curated_id = ?`,
    ),
    getDocument: prepare<FoundDocumentColumns>(
      `SELECT ${inPack(citedColumnsSql)} FROM documents AS of_pack JOIN packs USING (tenant_id, pack_id)
       WHERE of_pack.tenant_id = ? AND of_pack.document_id = ?`,
    ),
    quoteDocument: prepare<readonly [string]>(quoteSql('documents', 'text', 'document_id')),
    quoteAnswer: prepare<readonly [string]>(quoteSql('curated_pairs', 'answer', 'curated_id')),
  };
}

/** The reader's operations on packs, documents and curated pairs. */
export function createKnowledgeReads(database: DatabaseSync) {
  const statements = prepareStatements(database);
  return {
    listPacks: (tenantId: string) => statements.listPacks.all(tenantId),
    listSourceIds: (pack: readonly [tenantId: string, packId: string]) => ({
      documents: statements.listDocumentIds.all(...pack),
      curated: statements.listPairIds.all(...pack),
    }),
    findCurated({ tenantId, key, packIds }: FindCuratedCall): MatchColumns[] {
      if (packIds === null) return statements.findCurated.all(tenantId, key);
      return statements.findCuratedIn.all(tenantId, key, JSON.stringify(packIds));
    },
    getCurated: (key: readonly [tenantId: string, curatedId: string]) => statements.getCurated.first(...key),
    getDocument: (key: readonly [tenantId: string, documentId: string]) =>
      statements.getDocument.first(...key),
    readQuote({ tenantId, id, start, length }: QuoteCall): string | null {
      const quote = id.startsWith('qna_') ? statements.quoteAnswer : statements.quoteDocument;
      return quote.first(tenantId, id, start, length)?.[0] ?? null;
    },
  };
}
