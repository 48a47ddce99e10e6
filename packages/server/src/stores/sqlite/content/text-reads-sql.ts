import { selectFrom } from '../../sql/columns.ts';
import { summaryColumns } from './document-columns.ts';
import { pairColumns } from './pair-columns.ts';

/** Which state of packs is read. `texts` names the table of documents or of pairs. */
export interface ReadState {
  /** The table of the state, and the number of its version. */
  readonly table: string;
  readonly version: string;
  /** The condition for a text to be part of it. */
  readonly holds: string;
  /**
   * How many parameters there are before those of a single read: tenant, key or id, present, groups, and
   * what `holds` takes.
   */
  readonly parameterCount: number;
}

const pairSelectSql = selectFrom('texts', pairColumns);
const documentSelectSql = selectFrom('texts', summaryColumns);

/** Text for everyone is the usual case. */
const maySeeSql = `(texts.groups = '[]' OR EXISTS (
    SELECT 1 FROM json_each(texts.groups) AS one JOIN json_each(?4) AS other ON one.value = other.value))`;
const validSql = `(texts.valid_from_ms IS NULL OR texts.valid_from_ms <= ?3)
  AND (texts.valid_until_ms IS NULL OR texts.valid_until_ms > ?3)`;

/** The reads that answers are made from. They are on the path of every query, so every step uses an index. */
export function textReadsSql({ table, version, holds, parameterCount }: ReadState) {
  const [first, second] = [`?${parameterCount + 1}`, `?${parameterCount + 2}`];
  const visibleSql = `${holds} AND ${maySeeSql}`;
  const ofPackSql = `${table}.pack_id, ${version} AS version`;
  // CROSS JOIN fixes the order: without statistics SQLite would scan all packs rather than look up one text.
  const fromSql = (texts: string) => `${texts} AS texts CROSS JOIN ${table} USING (tenant_id, pack_id)`;
  const documentSql = `texts.tenant_id = ?1 AND texts.document_id = ?2 AND ${visibleSql}`;
  const pairSql = `texts.tenant_id = ?1 AND texts.curated_id = ?2 AND ${visibleSql} AND ${validSql}`;
  const findCuratedSql = `SELECT ${pairSelectSql}, ${ofPackSql}
    FROM curated_keys CROSS JOIN ${fromSql('curated_pairs')}
    WHERE curated_keys.tenant_id = ?1 AND curated_keys.key = ?2 AND texts.row_id = curated_keys.row_id
    AND ${visibleSql} AND ${validSql}`;
  return {
    findCurated: findCuratedSql,
    findCuratedIn: `${findCuratedSql} AND texts.pack_id IN (SELECT value FROM json_each(${first}))`,
    getCurated: `SELECT ${pairSelectSql}, ${ofPackSql} FROM ${fromSql('curated_pairs')} WHERE ${pairSql}`,
    getDocument: `SELECT ${documentSelectSql}, ${ofPackSql} FROM ${fromSql('documents')} WHERE ${documentSql}`,
    // `substr` counts a text in code points, as citations do.
    quoteDocument: `SELECT substr(document_texts.text, ${first} + 1, ${second}) AS quote
      FROM ${fromSql('documents')} CROSS JOIN document_texts USING (row_id) WHERE ${documentSql}`,
    quoteAnswer: `SELECT substr(texts.answer, ${first} + 1, ${second}) AS quote FROM ${fromSql('curated_pairs')} WHERE ${pairSql}`,
  } as const;
}

export type TextReadsSql = ReturnType<typeof textReadsSql>;
