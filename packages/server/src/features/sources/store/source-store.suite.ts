import type { PackId, SourceId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs as nowMs, sampleEvent } from '../../../storage/contract/samples.ts';
import { newPack, sampleDocument } from '../../content/store/test-support/pack-samples.ts';
import type { FinishSync, SourceStore, StagedItem, SyncResult, SyncRun } from '../source-store.ts';

type NewSource = Parameters<SourceStore['createSource']>[1];

const run: SyncRun = {
  ...{ trigger: 'request', isDryRun: false, allowsRemovals: false, isFull: false, phase: 'queued' },
  ...{ itemsRead: 0, skippedCount: 0, failedCount: 0, faults: [], end: null, jobId: null },
  startedAtMs: nowMs,
};

const result: SyncResult = {
  ...{ trigger: 'request', outcome: 'published', reason: null, version: 1, jobId: 'job_1' },
  counts: { added: 1, changed: 0, removed: 0, unchanged: 0, failed: 0, skipped: 0 },
  plan: [],
  faults: [{ file: 'docs/a.md', reason: 'is damaged' }],
  ...{ startedAtMs: nowMs, endedAtMs: nowMs + 5 },
};

const finished: FinishSync & { readonly nowMs: number } = {
  ...{ result, applied: { mode: 'full', cursor: 'next' }, dueAtMs: nowMs + 100, failure: null },
  ...{ waitingRevision: null, events: [], nowMs: nowMs + 5 },
};

const staged = (key: string, changes: Partial<StagedItem> = {}): StagedItem => ({
  ...{ key, state: 'read', path: `${key}.md`, version: 'v1', notes: '{}', fault: '', payload: '[]' },
  ...changes,
});

/** What every store of sources must do, on any database. */
export function describeSourceStore(name: string, open: OpenStore): void {
  describe(`${name} as a source store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    async function create(changes: Partial<NewSource> = {}, given?: { tenantId: TenantId; packId: PackId }) {
      const tenantId = given?.tenantId ?? (await newTenant(store.access));
      const packId = given?.packId ?? (await newPack(store.content, tenantId));
      const source: NewSource = {
        ...{ sourceId: newId('src', nowMs), packId, name: 'docs', createdAtMs: nowMs, createdBy: 'operator' },
        connection: { kind: 'git', url: 'https://git.example/secret-path', branch: null, path: '' },
        ...{ groups: ['staff'], everyMs: 60_000, publish: 'automatic', removalPercentMax: 20 },
        ...{ status: 'active', credentials: { token: 'secret-token' }, dueAtMs: null, run: null },
        ...changes,
      };
      const outcome = await store.sources.createSource(tenantId, source, 2);
      const { sourceId } = source;
      const get = () => store.sources.getSource(tenantId, packId, sourceId);
      return { outcome, tenantId, packId, sourceId, source, get };
    }

    const keysOf = async (tenantId: TenantId, sourceId: SourceId) =>
      (await store.sources.listKnown(tenantId, sourceId, { after: null, limit: 10 })).map(({ key }) => key);

    it('keeps a source as it was created, for its tenant and pack only, without its credentials', async () => {
      const { tenantId, packId, sourceId, source, get } = await create();
      const { credentials, ...settings } = source;
      const shown = await get();
      expect(shown).toEqual({
        ...{ ...settings, credentialNames: ['token'], updatedAtMs: nowMs, itemCount: 0, last: null },
        ...{ failingSinceMs: null, failedCount: 0, waitingRevision: null, begunCount: 0, pausedReason: null },
      });
      expect(JSON.stringify(shown)).not.toContain('secret-token');
      expect(await store.sources.openSource(tenantId, sourceId)).toMatchObject({ credentials, cursor: null });
      const other = await newTenant(store.access);
      expect(await store.sources.getSource(other, packId, sourceId)).toBeNull();
      expect(await store.sources.openSource(other, sourceId)).toBeNull();
      expect(await store.sources.getSource(tenantId, 'pack_other', sourceId)).toBeNull();
      expect(await store.sources.deleteSource(other, packId, sourceId)).toBe(false);
      const page = { after: null, limit: 5 };
      expect(await store.sources.listSources(tenantId, packId, page)).toEqual([shown]);
      expect(await store.sources.listSources(other, packId, page)).toEqual([]);
    });

    it('refuses a second source of the same name, too many, and one of no pack', async () => {
      const place = await create();
      expect((await create({}, place)).outcome).toBe('name_taken');
      expect((await create({ name: 'more' }, place)).outcome).toBe('created');
      expect((await create({ name: 'most' }, place)).outcome).toBe('too_many');
      expect((await create({}, { ...place, packId: 'pack_none' })).outcome).toBe('unknown_pack');
    });

    it('changes settings, and credentials only if they are given', async () => {
      const { tenantId, sourceId, source, get } = await create();
      const settings = { ...source, groups: [], everyMs: null, status: 'paused' as const };
      const connectionBefore = source.connection;
      const change = { settings, connectionBefore, dueAtMs: null, forgets: false, nowMs: nowMs + 1 };
      expect(await store.sources.updateSource(tenantId, sourceId, change)).toBe(true);
      expect(await get()).toMatchObject({
        groups: [],
        everyMs: null,
        status: 'paused',
        updatedAtMs: nowMs + 1,
      });
      expect(await store.sources.openSource(tenantId, sourceId)).toMatchObject({
        credentials: source.credentials,
      });
      const credentials = { username: 'me', token: 'other' };
      await store.sources.updateSource(tenantId, sourceId, { ...change, credentials });
      expect(await store.sources.openSource(tenantId, sourceId)).toMatchObject({
        ...{ credentials, credentialNames: ['username', 'token'] },
      });
      expect(await store.sources.updateSource(tenantId, 'src_none', change)).toBe(false);
    });

    it('changes nothing if the connection is no longer the one that was seen', async () => {
      const { tenantId, sourceId, source, get } = await create();
      const before = await get();
      const settings = { ...source, connection: { kind: 'folder', path: '/b' }, everyMs: null } as const;
      const connectionBefore = { kind: 'folder', path: '/another' } as const;
      const change = { settings, connectionBefore, dueAtMs: null, forgets: true, nowMs: nowMs + 1 };
      expect(await store.sources.updateSource(tenantId, sourceId, change)).toBe(false);
      expect(await get()).toEqual(before);
    });

    it('starts one sync at a time, and none of a paused source', async () => {
      const { tenantId, sourceId, source, get } = await create();
      const start = () => store.sources.startSync(tenantId, sourceId, { run, dueAtMs: null });
      expect([await start(), await start()]).toEqual(['started', 'running']);
      expect((await get())?.run).toEqual(run);
      expect(await store.sources.stage(tenantId, sourceId, { run, items: [staged('a')] })).toBe(true);
      // Pausing ends the sync, and drops what it has read.
      const settings = { ...source, status: 'paused' as const };
      await store.sources.updateSource(tenantId, sourceId, {
        settings,
        connectionBefore: source.connection,
        dueAtMs: null,
        forgets: false,
        nowMs,
      });
      expect(await store.sources.stage(tenantId, sourceId, { run, items: [staged('b')] })).toBe(false);
      expect(await store.sources.getStaged(tenantId, sourceId, 'a')).toBeNull();
      expect(await start()).toBe('paused');
      expect(await store.sources.startSync(tenantId, 'src_none', { run, dueAtMs: null })).toBe('unknown');
      expect(await store.sources.finishSync(tenantId, sourceId, finished)).toBe(false);
    });

    it('lists what is due or unfinished, the longest waiting first, of active tenants', async () => {
      const due = await create({ dueAtMs: nowMs - 5 });
      const later = await create({ dueAtMs: nowMs + 5 });
      const paused = await create({ dueAtMs: nowMs - 9, status: 'paused' });
      const syncing = await create({ run });
      const listed = (await store.sources.listDue(nowMs, 1_000)).map(({ sourceId }) => sourceId);
      const own = [due, later, paused, syncing].map(({ sourceId }) => sourceId);
      expect(listed.filter((id) => own.includes(id))).toEqual([syncing.sourceId, due.sourceId]);
      expect(await store.sources.listDue(nowMs, 1_000)).toContainEqual({
        ...{ tenantId: due.tenantId, sourceId: due.sourceId },
      });
    });

    it('counts a reading before it begins, and holds back the sync of one that did not end', async () => {
      const { tenantId, sourceId, source, get } = await create({ run });
      const isDue = async (atMs: number) =>
        (await store.sources.listDue(atMs, 1_000)).some((due) => due.sourceId === sourceId);
      const begin = () => store.sources.beginReading(tenantId, sourceId, { run, heldUntilMs: nowMs + 60 });
      expect([await begin(), await begin()]).toEqual([true, true]);
      expect(await get()).toMatchObject({ begunCount: 2 });
      expect([await isDue(nowMs + 59), await isDue(nowMs + 60)]).toEqual([false, true]);
      // A reading that stops in an orderly way does not count, and goes on at once.
      await store.sources.releaseReading(tenantId, sourceId);
      expect(await get()).toMatchObject({ begunCount: 1 });
      expect(await isDue(nowMs)).toBe(true);
      await begin();
      await store.sources.stage(tenantId, sourceId, { run, items: [] });
      expect(await get()).toMatchObject({ begunCount: 2 });
      // Nor does one that ends.
      const read = { ...run, end: { mode: 'full' as const, cursor: null } };
      await store.sources.stage(tenantId, sourceId, { run: read, items: [] });
      expect(await get()).toMatchObject({ begunCount: 0 });
      expect(await isDue(nowMs)).toBe(true);
      await begin();
      await store.sources.finishSync(tenantId, sourceId, { ...finished, crashCount: 1 });
      expect(await get()).toMatchObject({ begunCount: 1, status: 'active', pausedReason: null });
      expect(await begin()).toBe(false);
      await store.sources.startSync(tenantId, sourceId, { run, dueAtMs: null });
      const paused = { ...finished, dueAtMs: null, crashCount: 5, pausedReason: 'crashes' as const };
      await store.sources.finishSync(tenantId, sourceId, paused);
      expect(await get()).toMatchObject({ begunCount: 5, status: 'paused', pausedReason: 'crashes' });
      const { connection: connectionBefore } = source;
      const change = { settings: source, connectionBefore, dueAtMs: null, forgets: false, nowMs };
      await store.sources.updateSource(tenantId, sourceId, change);
      expect(await get()).toMatchObject({ begunCount: 0, status: 'active', pausedReason: null });
      const settings = { ...source, status: 'paused' as const };
      await store.sources.updateSource(tenantId, sourceId, { ...change, settings });
      expect(await get()).toMatchObject({ status: 'paused', pausedReason: 'request' });
      await store.sources.releaseReading(tenantId, sourceId);
      expect(await get()).toMatchObject({ begunCount: 0 });
    });

    it('lists what is due of every tenant, however much is due of one', async () => {
      const crowd = await create({ dueAtMs: nowMs - 100 });
      for (let packs = 0; packs < 10; packs += 1) {
        const packId = await newPack(store.content, crowd.tenantId);
        for (const name of ['one', 'two']) await create({ name, dueAtMs: nowMs - 50 }, { ...crowd, packId });
      }
      const other = await create({ dueAtMs: nowMs });
      const listed = await store.sources.listDue(nowMs, 1_000);
      const place = listed.findIndex(({ sourceId }) => sourceId === other.sourceId);
      const before = listed.slice(0, place).filter(({ tenantId }) => tenantId === crowd.tenantId);
      expect([place >= 0, before.length]).toEqual([true, 1]);
    });

    it('makes what was read what is known, in the commit that ends the sync', async () => {
      const { tenantId, sourceId, get } = await create({ run });
      const [a, b] = [staged('a'), staged('b', { notes: 'n', fault: 'f' })];
      await store.sources.stage(tenantId, sourceId, { run, items: [a, staged('b')] });
      // The last word on an item counts.
      const reading = { ...run, phase: 'reading' as const, itemsRead: 2 };
      await store.sources.stage(tenantId, sourceId, { run: reading, items: [b] });
      expect((await get())?.run).toEqual(reading);
      expect(await store.sources.getStaged(tenantId, sourceId, 'b')).toEqual(b);
      const page = { after: 'a', limit: 5 };
      const { payload: _, ...listedB } = b;
      expect(await store.sources.listStaged(tenantId, sourceId, page)).toEqual([listedB]);
      expect(await keysOf(tenantId, sourceId)).toEqual([]);
      const event = sampleEvent('content_source.waiting');
      const end = { ...finished, events: [event], waitingRevision: 7 };
      expect(await store.sources.finishSync(tenantId, sourceId, end)).toBe(true);
      expect(await get()).toMatchObject({
        ...{ run: null, last: result, itemCount: 2, dueAtMs: nowMs + 100, waitingRevision: 7 },
      });
      expect(await store.sources.openSource(tenantId, sourceId)).toMatchObject({ cursor: 'next' });
      expect(await store.sources.listStaged(tenantId, sourceId, { after: null, limit: 5 })).toEqual([]);
      const known = await store.sources.listKnown(tenantId, sourceId, page);
      expect(known).toEqual([{ key: 'b', path: 'b.md', version: 'v1', notes: 'n', fault: 'f' }]);
      expect(await store.sources.finishSync(tenantId, sourceId, end)).toBe(false);
    });

    it('keeps what was not read in a delta, drops it in a full reading, and keeps what has a fault', async () => {
      const { tenantId, sourceId, get } = await create({ run });
      const sync = async (items: readonly StagedItem[], applied: FinishSync['applied']) => {
        await store.sources.startSync(tenantId, sourceId, { run, dueAtMs: null });
        await store.sources.stage(tenantId, sourceId, { run, items });
        await store.sources.finishSync(tenantId, sourceId, { ...finished, applied });
        return await keysOf(tenantId, sourceId);
      };
      const none = { version: '', notes: '', payload: null };
      expect(
        await sync([staged('a'), staged('b'), staged('c')], { mode: 'full', cursor: null }),
      ).toHaveLength(3);
      const delta = [staged('b', { ...none, state: 'removed' }), staged('d')];
      expect(await sync(delta, { mode: 'delta', cursor: 'x' })).toEqual(['a', 'c', 'd']);
      const full = [staged('a', { ...none, state: 'fault' }), staged('d', { ...none, state: 'unchanged' })];
      expect(await sync(full, { mode: 'full', cursor: 'y' })).toEqual(['a', 'd']);
      const [known] = await store.sources.listKnown(tenantId, sourceId, { after: null, limit: 1 });
      expect(known).toMatchObject({ key: 'a', version: 'v1' });
      // What was not applied is read again.
      const failure = { sinceMs: nowMs, count: 2 };
      await store.sources.startSync(tenantId, sourceId, { run, dueAtMs: null });
      await store.sources.stage(tenantId, sourceId, { run, items: [staged('e')] });
      await store.sources.finishSync(tenantId, sourceId, { ...finished, applied: null, failure });
      expect(await keysOf(tenantId, sourceId)).toEqual(['a', 'd']);
      expect(await get()).toMatchObject({ failingSinceMs: nowMs, failedCount: 2, itemCount: 2 });
      expect(await store.sources.openSource(tenantId, sourceId)).toMatchObject({ cursor: 'y' });
    });

    it('reads everything again after a change of what is read', async () => {
      const { tenantId, sourceId, source } = await create({ run });
      await store.sources.stage(tenantId, sourceId, { run, items: [staged('a')] });
      await store.sources.finishSync(tenantId, sourceId, finished);
      const connectionBefore = source.connection;
      const change = { settings: source, connectionBefore, dueAtMs: nowMs, forgets: true, nowMs };
      await store.sources.updateSource(tenantId, sourceId, change);
      expect(await store.sources.openSource(tenantId, sourceId)).toMatchObject({ cursor: null });
      const [known] = await store.sources.listKnown(tenantId, sourceId, { after: null, limit: 1 });
      expect(known).toMatchObject({ key: 'a', path: 'a.md', version: '' });
    });

    it('deletes a source, after which what it loaded counts as added by hand, and one with its pack', async () => {
      const { tenantId, packId, sourceId, get } = await create();
      const document = sampleDocument();
      const loaded = { id: document.documentId, file: 'docs/a.md', snapshot: '{}' };
      await store.content.changeDraft(tenantId, packId, {
        ...{ nowMs, putDocuments: [document], putLoaded: [{ ...loaded, sourceId }] },
      });
      expect(await store.content.listLoaded(tenantId, packId)).toEqual([{ ...loaded, sourceId }]);
      expect(await store.sources.deleteSource(tenantId, packId, sourceId)).toBe(true);
      expect(await store.sources.deleteSource(tenantId, packId, sourceId)).toBe(false);
      expect(await get()).toBeNull();
      expect(await store.content.listLoaded(tenantId, packId)).toEqual([]);
      expect(await store.content.getDraftDocument(tenantId, packId, document.documentId)).not.toBeNull();
      const other = await create({ run });
      await store.sources.stage(other.tenantId, other.sourceId, { run, items: [staged('a')] });
      expect(await store.content.deletePack(other.tenantId, other.packId)).toBe(true);
      expect(await other.get()).toBeNull();
      expect(await store.sources.getStaged(other.tenantId, other.sourceId, 'a')).toBeNull();
    });
  });
}
