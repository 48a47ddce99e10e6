import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@avow/storage/testing';
import { databasePath } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../storage/contract/sample-master-key.ts';
import { newTenant, sampleEvent } from '../../../storage/contract/samples.ts';
import { openSqliteStore } from '../../../storage/sqlite/open-sqlite-store.ts';
import { newPack } from './test-support/pack-samples.ts';

describe('the events of a publication', () => {
  it('are in the outbox if and only if it was committed', async () => {
    const directory = temporaryFolder();
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    const { content } = store;
    const tenantId = await newTenant(store.access);
    const packId = await newPack(content, tenantId);
    const published = [sampleEvent('pack.published'), sampleEvent('pack.other')];
    const unserved = [sampleEvent('pack.unpublished')];
    const version = { packId, version: 1, draftRevision: 0, passageCount: 0, note: '' };
    const late = { ...version, draftRevision: 9, nowMs: 1, events: [sampleEvent('never')] };
    expect(await content.publishVersion(tenantId, late)).toBe('draft_changed');
    expect(await content.publishVersion(tenantId, { ...version, nowMs: 2, events: published })).toBe(
      'published',
    );
    const unknown = { packId, version: 5, nowMs: 3, events: [sampleEvent('never')] };
    expect(await content.serveVersion(tenantId, unknown)).toBe('unknown');
    const none = { packId, version: null, nowMs: 4, events: unserved };
    expect(await content.serveVersion(tenantId, none)).toBe('served');
    await store.close();

    const database = new DatabaseSync(databasePath(directory), { readOnly: true });
    const rows = database.prepare('SELECT tenant_id, event_id, type, body, created_at_ms FROM outbox').all();
    database.close();
    const row = ({ eventId, type, body }: (typeof published)[number], nowMs: number) => ({
      ...{ tenant_id: tenantId, event_id: eventId, type, body, created_at_ms: nowMs },
    });
    expect(rows).toEqual([
      ...published.map((event) => row(event, 2)),
      ...unserved.map((event) => row(event, 4)),
    ]);
  });
});
