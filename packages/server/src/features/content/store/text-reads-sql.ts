import type { Dialect } from '@avow/storage';
import { selectFrom } from '@avow/storage';
import { documentSummaryColumns } from './document-columns.ts';
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
const documentSelectSql = selectFrom('texts', documentSummaryColumns);

/** Text for everyone is the usual case. */
export const maySeeSql = ({ listedIn }: Dialect) => `(texts.groups = '[]' OR EXISTS (
    SELECT 1 FROM ${listedIn('texts.groups', 'one')} JOIN ${listedIn('?4', 'other')} ON one.value = other.value))`;
export const validSql = `(texts.valid_from_ms IS NULL OR texts.valid_from_ms <= ?3)
  AND (texts.valid_until_ms IS NULL OR texts.valid_until_ms > ?3)`;

/** That a text is part of what is served: if nothing is, the comparison is with null, and no row matches. */
export const servedHoldsSql = `texts.from_version <= packs.served_version
    AND (texts.until_version IS NULL OR texts.until_version > packs.served_version)`;

/** The reads that answers are made from. They are on the path of every query, so every step uses an index. */
export function textReadsSql(dialect: Dialect, { table, version, holds, parameterCount }: ReadState) {
  const [first, second] = [`?${parameterCount + 1}`, `?${parameterCount + 2}`];
  const ofStateSql = `${table}.tenant_id = texts.tenant_id AND ${table}.pack_id = texts.pack_id`;
  const visibleSql = `${ofStateSql} AND ${holds} AND ${maySeeSql(dialect)}`;
  const ofPackSql = `${table}.pack_id, ${version} AS version`;
  // CROSS JOIN fixes the order: without statistics SQLite would scan all packs rather than look up one text.
  const fromSql = (texts: string) => `${texts} AS texts CROSS JOIN ${table}`;
  // Documents are valid at any time; a parameter that is nowhere has no type in PostgreSQL.
  const documentSql = `texts.tenant_id = ?1 AND texts.document_id = ?2 AND ${visibleSql}
    AND CAST(?3 AS BIGINT) IS NOT NULL`;
  const pairSql = `texts.tenant_id = ?1 AND texts.curated_id = ?2 AND ${visibleSql} AND ${validSql}`;
  const findCuratedSql = `SELECT ${pairSelectSql}, ${ofPackSql}
    FROM curated_keys CROSS JOIN ${fromSql('curated_pairs')}
    WHERE curated_keys.tenant_id = ?1 AND curated_keys.key = ?2 AND texts.row_id = curated_keys.row_id
    AND ${visibleSql} AND ${validSql}`;
  return {
    findCurated: findCuratedSql,
    findCuratedIn: `${findCuratedSql} AND texts.pack_id IN (SELECT value FROM ${dialect.listedIn(first, 'listed')})`,
    getCurated: `SELECT ${pairSelectSql}, ${ofPackSql} FROM ${fromSql('curated_pairs')} WHERE ${pairSql}`,
    getDocument: `SELECT ${documentSelectSql}, ${ofPackSql} FROM ${fromSql('documents')} WHERE ${documentSql}`,
    // `substr` counts a text in code points, as citations do.
    quoteDocument: `SELECT substr(document_texts.text, CAST(${first} AS INTEGER) + 1, CAST(${second} AS INTEGER)) AS quote
      FROM ${fromSql('documents')} CROSS JOIN document_texts
      WHERE ${documentSql} AND document_texts.row_id = texts.row_id`,
    quoteAnswer: `SELECT substr(texts.answer, CAST(${first} AS INTEGER) + 1, CAST(${second} AS INTEGER)) AS quote FROM ${fromSql('curated_pairs')} WHERE ${pairSql}`,
  } as const;
}

export type TextReadsSql = ReturnType<typeof textReadsSql>;
