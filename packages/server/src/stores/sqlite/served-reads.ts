import type { DatabaseSync } from 'node:sqlite';
import { type FoundDocumentColumns, summaryColumnsSql } from './document-columns.ts';
import { type MatchColumns, pairColumnsSql } from './pair-columns.ts';
import { prepareReads } from './prepare-reads.ts';

/** Who asks for what, in the order of the parameters: tenant, key or id, groups as JSON, the present. */
export type ViewerKey = readonly [tenantId: string, keyOrId: string, groups: string, nowMs: number];

export interface FindCuratedCall {
  readonly viewer: ViewerKey;
  /** Null: all packs. */
  readonly packIds: readonly string[] | null;
}

export interface QuoteCall {
  readonly viewer: ViewerKey;
  readonly start: number;
  readonly length: number;
}

const inTable = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `texts.${column}`)
    .join(', ');
const ofPackSql = 'packs.pack_id, packs.served_version';

/** Where nothing is served the comparison is with null, and no row fulfils it. Text for everyone is the usual case. */
const visibleSql = `texts.from_version <= packs.served_version
  AND (texts.until_version IS NULL OR texts.until_version > packs.served_version)
  AND (texts.groups = '[]' OR EXISTS (
    SELECT 1 FROM json_each(texts.groups) AS one JOIN json_each(?3) AS other ON one.value = other.value))`;
const validSql = `(texts.valid_from_ms IS NULL OR texts.valid_from_ms <= ?4)
  AND (texts.valid_until_ms IS NULL OR texts.valid_until_ms > ?4)`;

// CROSS JOIN fixes the order: without statistics SQLite would rather walk all packs than look up one text.
const fromSql = (table: string) => `${table} AS texts CROSS JOIN packs USING (tenant_id, pack_id)`;
const documentSql = `texts.tenant_id = ?1 AND texts.document_id = ?2 AND ${visibleSql}`;
const pairSql = `texts.tenant_id = ?1 AND texts.curated_id = ?2 AND ${visibleSql} AND ${validSql}`;
const findCuratedSql = `SELECT ${inTable(pairColumnsSql)}, ${ofPackSql}
  FROM curated_keys CROSS JOIN ${fromSql('curated_pairs')}
  WHERE curated_keys.tenant_id = ?1 AND curated_keys.key = ?2 AND texts.row_id = curated_keys.row_id
  AND ${visibleSql} AND ${validSql}`;

/** They are on the path of every query, and so looked up by index, step by step. */
export const servedSql = {
  findCurated: findCuratedSql,
  findCuratedIn: `${findCuratedSql} AND packs.pack_id IN (SELECT value FROM json_each(?5))`,
  getCurated: `SELECT ${inTable(pairColumnsSql)}, ${ofPackSql} FROM ${fromSql('curated_pairs')} WHERE ${pairSql}`,
  getDocument: `SELECT ${inTable(summaryColumnsSql)}, ${ofPackSql} FROM ${fromSql('documents')} WHERE ${documentSql}`,
  // `substr` counts a text in code points, as citations do.
  quoteDocument: `SELECT substr(document_texts.text, ?5 + 1, ?6)
    FROM ${fromSql('documents')} CROSS JOIN document_texts USING (row_id) WHERE ${documentSql}`,
  quoteAnswer: `SELECT substr(texts.answer, ?5 + 1, ?6) FROM ${fromSql('curated_pairs')} WHERE ${pairSql}`,
} as const;

const byCuratedId = ([one]: MatchColumns, [other]: MatchColumns) => (one < other ? -1 : 1);

/** The reader's operations on what is served, as one viewer may see it. */
export function createServedReads(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const findCurated = prepare<MatchColumns>(servedSql.findCurated);
  const findCuratedIn = prepare<MatchColumns>(servedSql.findCuratedIn);
  const getCurated = prepare<MatchColumns>(servedSql.getCurated);
  const getDocument = prepare<FoundDocumentColumns>(servedSql.getDocument);
  const quoteDocument = prepare<readonly [string]>(servedSql.quoteDocument);
  const quoteAnswer = prepare<readonly [string]>(servedSql.quoteAnswer);
  return {
    /** By id. Sorted here, because one match is the rule and SQLite would sort that as well. */
    findCurated({ viewer, packIds }: FindCuratedCall): MatchColumns[] {
      const found =
        packIds === null ? findCurated.all(...viewer) : findCuratedIn.all(...viewer, JSON.stringify(packIds));
      return found.length > 1 ? found.sort(byCuratedId) : found;
    },
    getCurated: (viewer: ViewerKey) => getCurated.first(...viewer),
    /** Documents are valid at any time. */
    getDocument: ([tenantId, id, groups]: ViewerKey) => getDocument.first(tenantId, id, groups),
    readQuote({ viewer, start, length }: QuoteCall): string | null {
      const quote = viewer[1].startsWith('qna_') ? quoteAnswer : quoteDocument;
      return quote.first(...viewer, start, length)?.[0] ?? null;
    },
  };
}
