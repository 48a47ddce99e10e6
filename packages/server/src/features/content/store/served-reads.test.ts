import { DatabaseSync } from 'node:sqlite';
import { sqliteDialect } from '@avow/storage';
import { migrateSqlite } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sqliteMigrations } from '../../../storage/schema/sqlite-schema.ts';
import { listServedSql } from './pack-reads.ts';
import { draftSql, servedSql, versionSql } from './served-reads.ts';
import type { TextReadsSql } from './text-reads-sql.ts';

function planOf(sql: string): string[] {
  const database = new DatabaseSync(':memory:');
  migrateSqlite(database, sqliteMigrations);
  return database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail));
}

const ofAnyVersion = {
  document: 'SEARCH texts USING INDEX sqlite_autoindex_documents_1 (tenant_id=? AND document_id=?)',
  pair: 'SEARCH texts USING INDEX sqlite_autoindex_curated_pairs_1 (tenant_id=? AND curated_id=?)',
};
const ofDraft = {
  document: 'SEARCH texts USING INDEX documents_draft (tenant_id=? AND pack_id=? AND document_id=?)',
  pair: 'SEARCH texts USING INDEX curated_pairs_draft (tenant_id=? AND pack_id=? AND curated_id=?)',
};

/** `state`: how the pack or the version that a text is in is looked up. */
function plansWith(
  state: string,
  { document, pair }: typeof ofDraft,
): Readonly<Record<keyof TextReadsSql, readonly string[]>> {
  const byKey = [
    'SEARCH curated_keys USING PRIMARY KEY (tenant_id=? AND key=?)',
    'SEARCH texts USING INTEGER PRIMARY KEY (rowid=?)',
    state,
  ];
  return {
    findCurated: byKey,
    findCuratedIn: byKey,
    getCurated: [pair, state],
    getDocument: [document, state],
    quoteDocument: [document, state, 'SEARCH document_texts USING INTEGER PRIMARY KEY (rowid=?)'],
    quoteAnswer: [pair, state],
  };
}

describe('reads on the path of every query', () => {
  it.each([
    {
      name: 'served',
      sql: servedSql(sqliteDialect),
      texts: ofAnyVersion,
      state:
        'SEARCH packs USING COVERING INDEX packs_served (tenant_id=? AND pack_id=? AND served_version>?)',
    },
    {
      name: 'draft',
      sql: draftSql(sqliteDialect),
      texts: ofDraft,
      state: 'SEARCH packs USING PRIMARY KEY (tenant_id=? AND pack_id=?)',
    },
    {
      name: 'version',
      sql: versionSql(sqliteDialect),
      texts: ofAnyVersion,
      state: 'SEARCH pack_versions USING PRIMARY KEY (tenant_id=? AND pack_id=? AND version=?)',
    },
  ])('look every row up by an index: $name', ({ sql, state, texts }) => {
    for (const [name, steps] of Object.entries(plansWith(state, texts))) {
      const plan = planOf(sql[name as keyof typeof sql]);
      // Besides, the lists of groups and packs are walked, which are JSON.
      const ofTables = plan.filter((step) => !/^SCAN \w+ VIRTUAL TABLE|SUBQUERY|BLOOM FILTER/.test(step));
      expect(ofTables, name).toEqual(steps);
    }
  });

  it('list served packs by an index', () => {
    expect(planOf(listServedSql)).toEqual(['SEARCH packs USING COVERING INDEX packs_served (tenant_id=?)']);
  });
});
