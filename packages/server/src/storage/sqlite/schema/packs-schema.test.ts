import { DatabaseSync } from 'node:sqlite';
import type { TenantId } from '@avow/foundation';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anyone,
  publishDraft,
  sampleDocument,
} from '../../../features/content/store/test-support/pack-samples.ts';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import type { Store } from '../../store.ts';
import { databasePath, openForWriting } from '../open-database.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { migrate } from './migrate.ts';
import { schemaMigrations } from './schema-migrations.ts';

const [tenantId, other] = ['ten_one', 'ten_two'] as const satisfies TenantId[];
const text = 'Wie hoch? 🏔️ 8849 m';

/** What the release before wrote: a pack of version 7, one whose name alone was taken, and another tenant's. */
const contentOfFirstSchema = `
INSERT INTO tenants VALUES ('ten_one', 'one', 'active', 1), ('ten_two', 'two', 'active', 1);
INSERT INTO packs VALUES
  ('ten_one', 'pack_a', 7, 'Alps', 'high', 2, 2, 9, 'hash', 1000),
  ('ten_one', 'pack_b', 0, 'Reserved', '', 0, 0, 0, '', 2000),
  ('ten_one', 'pack_c', 3, 'Emptied', '', 0, 0, 0, '', 3000),
  ('ten_two', 'pack_a', 1, 'Alps', 'theirs', 1, 1, 2, 'hash', 4000);
INSERT INTO documents VALUES
  ('ten_one', 'doc_1', 'pack_a', 'deep/a.md', 'A “title”', 'https://example.org/a', '${text}'),
  ('ten_one', 'doc_2', 'pack_a', 'b.TXT', 'b', NULL, ''),
  ('ten_two', 'doc_1', 'pack_a', 'deep/a.md', 'Theirs', NULL, 'their words');
INSERT INTO curated_pairs VALUES
  ('ten_one', 'qna_1', 'pack_a', 'How high?', '["How tall?","Which “height”?"]', '8849 m', 'qna.csv', NULL),
  ('ten_one', 'qna_2', 'pack_a', 'Where?', '[]', 'There.', 'qna.csv', 'https://example.org/q'),
  ('ten_two', 'qna_1', 'pack_a', 'How high?', '[]', 'very', 'qna.csv', NULL);
INSERT INTO curated_keys VALUES
  ('ten_one', 'how high', 'qna_1'), ('ten_one', 'how tall', 'qna_1'), ('ten_one', 'where', 'qna_2'),
  ('ten_one', 'how high', 'qna_2'), ('ten_two', 'how high', 'qna_1');
INSERT INTO threads VALUES ('ten_one', 'thr_1', NULL);
`;

let directory: string;

/** A folder as the first release left it. */
beforeEach(() => {
  directory = temporaryFolder();
  const database = openForWriting({ directory, busyTimeoutMs: 1000 });
  migrate(database, sampleMasterKey, schemaMigrations.slice(0, 1));
  database.exec(contentOfFirstSchema);
  database.close();
});

async function withStore(use: (store: Store) => Promise<void>): Promise<void> {
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  await use(store);
  await store.close();
}

describe('packs of the first schema', () => {
  it('stay published with an unchanged draft', () =>
    withStore(async ({ content }) => {
      const times = (ms: number) => ({ createdAtMs: ms, updatedAtMs: ms });
      const empty = { documentCount: 0, curatedCount: 0, isChanged: false };
      expect(await content.listPacks(tenantId, { after: null, limit: 9 })).toEqual([
        {
          ...{ packId: 'pack_a', name: 'Alps', description: 'high', ...times(1000), draftRevision: 1 },
          ...{ draft: { documentCount: 2, curatedCount: 2, isChanged: false } },
          ...{ latestVersion: 7, servedVersion: 7 },
        },
        {
          ...{ packId: 'pack_b', name: 'Reserved', description: '', ...times(2000), draftRevision: 0 },
          ...{ draft: empty, latestVersion: 0, servedVersion: null },
        },
        {
          ...{ packId: 'pack_c', name: 'Emptied', description: '', ...times(3000), draftRevision: 1 },
          ...{ draft: empty, latestVersion: 3, servedVersion: 3 },
        },
      ]);
      expect(await content.listVersions(tenantId, 'pack_a', { before: null, limit: 9 })).toEqual([
        {
          ...{ packId: 'pack_a', version: 7, documentCount: 2, curatedCount: 2, passageCount: 9 },
          ...{ note: '', publishedAtMs: 1000, isRetired: false },
        },
      ]);
      expect(await content.listVersions(tenantId, 'pack_b', { before: null, limit: 9 })).toEqual([]);
    }));

  it('keep all their texts', () =>
    withStore(async ({ content }) => {
      const first = {
        ...{ documentId: 'doc_1', revision: 1, source: 'deep/a.md', title: 'A “title”', groups: [] },
        ...{ url: 'https://example.org/a', format: 'markdown', contentHash: '', updatedAtMs: 1000 },
      } as const;
      expect(await content.getDraftDocument(tenantId, 'pack_a', 'doc_1')).toEqual({ ...first, text });
      const pack = { packId: 'pack_a', version: 7 };
      expect(await content.getDocument(tenantId, 'doc_1', anyone)).toEqual({
        ...first,
        codePoints: [...text].length,
        pack,
      });
      const quote = { ...anyone, documentId: 'doc_1', start: 10, end: 12 } as const;
      expect(await content.readQuote(tenantId, quote)).toBe('🏔️');
      expect(await content.readQuote(other, { ...quote, start: 0, end: 5 })).toBe('their');
      expect(await content.getDocument(tenantId, 'doc_2', anyone)).toMatchObject({
        format: 'text',
        codePoints: 0,
      });
      const find = async (key: string) =>
        (await content.findCurated(tenantId, { ...anyone, key, packIds: null })).map(
          ({ pair }) => pair.curatedId,
        );
      expect(await find('how high')).toEqual(['qna_1', 'qna_2']);
      expect(await find('how tall')).toEqual(['qna_1']);
      expect(await find('where')).toEqual(['qna_2']);
      expect(await content.getCurated(tenantId, 'qna_1', anyone)).toEqual({
        pair: {
          ...{ curatedId: 'qna_1', revision: 1, question: 'How high?', answer: '8849 m', source: 'qna.csv' },
          ...{ alternatives: ['How tall?', 'Which “height”?'], url: null, tags: [], groups: [] },
          ...{ validFromMs: null, validUntilMs: null, updatedAtMs: 1000 },
        },
        pack,
      });
    }));

  it('continue from their version', () =>
    withStore(async ({ content }) => {
      const changed = sampleDocument({ documentId: 'doc_1', source: 'deep/a.md', text: 'new words' });
      const change = { nowMs: 5000, putDocuments: [changed], removePairs: ['qna_2'] as const };
      expect(await content.changeDraft(tenantId, 'pack_a', change)).toBe(2);
      expect(await publishDraft(content, tenantId, 'pack_a')).toBe(8);
      expect(await publishDraft(content, tenantId, 'pack_b')).toBe(1);
      const read = () => content.readQuote(tenantId, { ...anyone, documentId: 'doc_1', start: 0, end: 3 });
      expect(await read()).toBe('new');
      const back = { packId: 'pack_a', version: 7, nowMs: 1, events: [] } as const;
      expect(await content.serveVersion(tenantId, back)).toBe('served');
      expect(await read()).toBe('Wie');
      expect(await content.deletePack(tenantId, 'pack_a')).toBe(true);
      expect((await content.getPack(other, 'pack_a'))?.draft.documentCount).toBe(1);
    }));

  it('leave a consistent database without the old tables', async () => {
    await withStore(async () => {});
    const database = new DatabaseSync(databasePath(directory), { readOnly: true });
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare("SELECT 1 FROM sqlite_schema WHERE instr(sql, ' old_') > 0").all()).toEqual([]);
    const fresh = new DatabaseSync(':memory:');
    migrate(fresh, sampleMasterKey);
    const schemaOf = (from: DatabaseSync) =>
      from.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    expect(schemaOf(database)).toEqual(schemaOf(fresh));
    database.close();
  });
});
