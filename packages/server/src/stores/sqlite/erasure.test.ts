import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { newTenant, sampleDocument, samplePack, samplePair } from '../contract/samples.ts';
import { databasePath } from './open-database.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { temporaryFolder } from './test-support/temporary-folder.ts';

function filesHolding(directory: string, words: string): string[] {
  return readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(words));
}

/** Long enough to fill pages of its own as well as to share one. */
function secretPack() {
  const documents = [
    sampleDocument({ text: 'forgettable words', title: 'forgettable title' }),
    sampleDocument({ text: 'forgettable page '.repeat(5000) }),
  ];
  const pair = samplePair({ question: 'forgettable question', answer: 'forgettable answer' });
  const curatedKeys = [{ key: 'forgettable key', curatedId: pair.curatedId }];
  return samplePack({ documents, curated: [pair], curatedKeys });
}

describe('removed texts', () => {
  it('are in no file once the removal is acknowledged', async () => {
    const directory = temporaryFolder();
    const store = await openSqliteStore({ directory });
    const tenantId = await newTenant(store.access);
    const content = secretPack();
    await store.knowledge.publishPack(tenantId, content);
    expect(filesHolding(directory, 'forgettable')).not.toEqual([]);
    await store.knowledge.removePack(tenantId, content.pack.packId);
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    await store.close();
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    expect(existsSync(`${databasePath(directory)}-wal`)).toBe(false);
  });

  it('are in no file once another version is published', async () => {
    const directory = temporaryFolder();
    const store = await openSqliteStore({ directory });
    const tenantId = await newTenant(store.access);
    const content = secretPack();
    await store.knowledge.publishPack(tenantId, content);
    // Moved from the WAL into the database, so that both places are looked into.
    await store.upkeep.sweep({ nowMs: 0, outboxBeforeMs: 0, atStart: false });
    expect(filesHolding(directory, 'forgettable')).toEqual(['avow.db']);
    const documents = [sampleDocument({ text: 'lasting words' })];
    const next = samplePack({ pack: { ...content.pack, version: 2 }, documents });
    await store.knowledge.publishPack(tenantId, next);
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    expect(filesHolding(directory, 'lasting words')).toEqual(['avow.db']);
    await store.close();
  });
});

describe('a reader in another process', () => {
  it('holds up neither a removal nor the writes after it, and the next sweep makes good', async () => {
    const directory = temporaryFolder();
    // Whoever waited for the reader by the usual rules would wait until the test is ended.
    const store = await openSqliteStore({ directory, busyTimeoutMs: 600_000 });
    const tenantId = await newTenant(store.access);
    const content = secretPack();
    await store.knowledge.publishPack(tenantId, content);
    const reader = new DatabaseSync(databasePath(directory), { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM documents');
    await store.knowledge.removePack(tenantId, content.pack.packId);
    for (let count = 0; count < 20; count++) await store.ping();

    reader.exec('COMMIT');
    reader.close();
    await store.upkeep.sweep({ nowMs: 0, outboxBeforeMs: 0, atStart: false });
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    await store.close();
  });
});
