import type { Dialect, Statements } from '@avow/storage';
import { type Pinned, prepareTextReads } from './prepare-text-reads.ts';
import { servedHoldsSql, textReadsSql } from './text-reads-sql.ts';

export const servedSql = (dialect: Dialect) =>
  textReadsSql(dialect, {
    table: 'packs',
    version: 'packs.served_version',
    holds: servedHoldsSql,
    parameterCount: 4,
  });

/** A version that is not retired: of a retired one, only what other versions share would be left. */
export const versionSql = (dialect: Dialect) =>
  textReadsSql(dialect, {
    table: 'pack_versions',
    version: 'pack_versions.version',
    // By the pack SQLite would scan every row of it: an id leads to few rows.
    holds: `${dialect.withoutIndex('texts.pack_id')} = ?5 AND pack_versions.version = ?6 AND pack_versions.retired = 0
    AND texts.from_version <= ?6 AND (texts.until_version IS NULL OR texts.until_version > ?6)`,
    parameterCount: 6,
  });

export const draftSql = (dialect: Dialect) =>
  textReadsSql(dialect, {
    table: 'packs',
    version: 'packs.latest_version + 1',
    holds: `texts.pack_id = ?5 AND texts.removed = 0 AND texts.until_version IS NULL`,
    parameterCount: 5,
  });

/** The reader's operations on what answers are made from, as one viewer may see it. */
export function createServedReads(statements: Statements) {
  const { dialect } = statements;
  const served = prepareTextReads(statements, servedSql(dialect));
  const draft = prepareTextReads(statements, draftSql(dialect));
  const version = prepareTextReads(statements, versionSql(dialect));
  const readsOf = (pinned: Pinned) => {
    if (pinned === null) return served;
    return pinned.version === 'draft' ? draft : version;
  };
  type TextReads = typeof served;
  return {
    findCurated: (...asked: Parameters<TextReads['findCurated']>) => readsOf(asked[2]).findCurated(...asked),
    getCurated: (...asked: Parameters<TextReads['getCurated']>) => readsOf(asked[3]).getCurated(...asked),
    getDocument: (...asked: Parameters<TextReads['getDocument']>) => readsOf(asked[3]).getDocument(...asked),
    readQuote: (...asked: Parameters<TextReads['readQuote']>) => readsOf(asked[2]).readQuote(...asked),
  };
}
