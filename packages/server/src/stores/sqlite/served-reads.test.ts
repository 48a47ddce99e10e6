import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { listServedSql } from './pack-reads.ts';
import { servedSql } from './served-reads.ts';

function planOf(sql: string): string[] {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  return database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail));
}

describe('the reads on the path of every query', () => {
  it('look every row up by an index', () => {
    const packs =
      'SEARCH packs USING COVERING INDEX packs_served (tenant_id=? AND pack_id=? AND served_version>?)';
    const document = 'SEARCH texts USING INDEX sqlite_autoindex_documents_1 (tenant_id=? AND document_id=?)';
    const pair = 'SEARCH texts USING INDEX sqlite_autoindex_curated_pairs_1 (tenant_id=? AND curated_id=?)';
    const byKey = [
      'SEARCH curated_keys USING PRIMARY KEY (tenant_id=? AND key=?)',
      'SEARCH texts USING INTEGER PRIMARY KEY (rowid=?)',
      packs,
    ];
    const plans: Readonly<Record<keyof typeof servedSql, readonly string[]>> = {
      findCurated: byKey,
      findCuratedIn: byKey,
      getCurated: [pair, packs],
      getDocument: [document, packs],
      quoteDocument: [document, packs, 'SEARCH document_texts USING INTEGER PRIMARY KEY (rowid=?)'],
      quoteAnswer: [pair, packs],
    };
    for (const [name, steps] of Object.entries(plans)) {
      const plan = planOf(servedSql[name as keyof typeof servedSql]);
      // Besides, the lists of groups and packs are walked, which are JSON.
      const ofTables = plan.filter((step) => !/^SCAN \w+ VIRTUAL TABLE|SUBQUERY|BLOOM FILTER/.test(step));
      expect(ofTables, name).toEqual(steps);
    }
    expect(planOf(listServedSql)).toEqual(['SEARCH packs USING COVERING INDEX packs_served (tenant_id=?)']);
  });
});
