import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenEngine, SearchEngine } from '../search-engine.ts';

export const sqliteFullText: SearchEngine = {
  settings: 'porter unicode61, bm25()',
  async build({ folder, passages }) {
    const db = new DatabaseSync(join(folder, 'passages.db'));
    db.exec(`PRAGMA journal_mode = WAL;
      CREATE VIRTUAL TABLE passages USING fts5(text, tokenize = 'porter unicode61');
      BEGIN`);
    const insert = db.prepare('INSERT INTO passages (rowid, text) VALUES (?, ?)');
    passages.forEach((text, row) => {
      insert.run(row, text);
    });
    db.exec(`COMMIT; INSERT INTO passages (passages) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)`);
    return engineOn(db);
  },
  open: async (folder) => engineOn(new DatabaseSync(join(folder, 'passages.db'))),
};

function engineOn(db: DatabaseSync): OpenEngine {
  const select = db.prepare(
    'SELECT rowid, text FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT ?',
  );
  return {
    async byWords({ text, limit }) {
      const anyWord = text.split(' ').map((word) => `"${word}"`);
      return select.all(anyWord.join(' OR '), limit).map(({ rowid }) => Number(rowid));
    },
    byMeaning: null,
    byBoth: null,
    close: async () => db.close(),
  };
}
