import type { TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import {
  anyone,
  newPack,
  publishDraft,
  sampleDocument,
  samplePair,
  servedPack,
} from './test-support/pack-samples.ts';

/** Packs as a whole: their names, their lists, their end. */
export function describePacks(get: () => OpenedStore): void {
  it('creates a pack with an empty draft and nothing published', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = newId('pack', sampleTimeMs);
    const head = { packId, name: 'Ä “name”', description: 'of it 🏔️' };
    await content.createPack(tenantId, { ...head, nowMs: sampleTimeMs });
    const pack = {
      ...head,
      createdAtMs: sampleTimeMs,
      updatedAtMs: sampleTimeMs,
      draftRevision: 0,
      draft: { documentCount: 0, curatedCount: 0, isChanged: false },
      latestVersion: 0,
      servedVersion: null,
    };
    expect(await content.getPack(tenantId, packId)).toEqual(pack);
    expect(await content.findPackByName(tenantId, head.name)).toEqual(pack);
    expect(await content.findPackByName(tenantId, 'ä “name”')).toBeNull();
    expect(await content.listServed(tenantId)).toEqual([]);
    expect(await content.listVersions(tenantId, packId, { before: null, limit: 9 })).toEqual([]);
  });

  it('rejects a name that is taken, and frees it when its pack is deleted', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const first = await newPack(content, tenantId, { name: 'one' });
    const second = await newPack(content, tenantId, { name: 'two' });
    const conflict = { code: 'pack_conflict' };
    await expect(newPack(content, tenantId, { name: 'one' })).rejects.toMatchObject(conflict);
    const toOne = { name: 'one', nowMs: sampleTimeMs + 1 };
    await expect(content.updatePack(tenantId, second, toOne)).rejects.toMatchObject(conflict);
    expect(await content.getPack(tenantId, second)).toMatchObject({
      name: 'two',
      updatedAtMs: sampleTimeMs,
    });
    expect(await content.updatePack(tenantId, first, toOne)).toBe(true);
    expect(await content.deletePack(tenantId, first)).toBe(true);
    expect(await content.updatePack(tenantId, second, toOne)).toBe(true);
    expect((await content.findPackByName(tenantId, 'one'))?.packId).toBe(second);
  });

  it('changes what is named and leaves the rest', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId, { name: 'one' });
    const nowMs = sampleTimeMs + 5;
    expect(await content.updatePack(tenantId, packId, { description: '', nowMs })).toBe(true);
    expect(await content.getPack(tenantId, packId)).toMatchObject({
      name: 'one',
      description: '',
      createdAtMs: sampleTimeMs,
      updatedAtMs: nowMs,
      draftRevision: 0,
    });
    expect(await content.updatePack(tenantId, newId('pack', 1), { name: 'x', nowMs })).toBe(false);
  });

  it('lists packs page by page, in the order of creation', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packIds = Array.from({ length: 5 }, (_, index) => newId('pack', sampleTimeMs + index));
    for (const packId of packIds.toReversed()) await newPack(content, tenantId, { packId });
    const page = async (after: (typeof packIds)[number] | null, limit: number) =>
      (await content.listPacks(tenantId, { after, limit })).map(({ packId }) => packId);
    expect(await page(null, 2)).toEqual(packIds.slice(0, 2));
    expect(await page(packIds[1] ?? null, 2)).toEqual(packIds.slice(2, 4));
    expect(await page(packIds[3] ?? null, 2)).toEqual(packIds.slice(4));
    for (const limit of [0, -1, 0.5]) {
      await expect(page(null, limit)).rejects.toMatchObject({ code: 'internal' });
    }
  });

  it('deletes a pack with everything in it, and nothing of another', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const contents = [0, 1].map(() => ({
      putDocuments: [sampleDocument()],
      putPairs: [samplePair({ keys: ['here'] })],
    }));
    const [gone, kept] = contents as [(typeof contents)[0], (typeof contents)[0]];
    const packId = await servedPack(content, tenantId, gone);
    const other = await servedPack(content, tenantId, kept);
    expect(await content.deletePack(tenantId, packId)).toBe(true);
    expect(await content.deletePack(tenantId, packId)).toBe(false);
    expect(await content.listServed(tenantId)).toEqual([{ packId: other, version: 1 }]);
    const found = await content.findCurated(tenantId, { ...anyone, key: 'here', packIds: null });
    expect(found.map(({ pack }) => pack.packId)).toEqual([other]);
    for (const { documentId } of gone.putDocuments) {
      expect(await content.getDocument(tenantId, documentId, anyone)).toBeNull();
      const revision = { id: documentId, revision: 1 };
      expect(await content.getRevision(tenantId, packId, revision)).toBeNull();
    }
    expect(await content.listVersions(tenantId, packId, { before: null, limit: 9 })).toEqual([]);
    expect(await content.compareDraft(tenantId, packId)).toBeNull();
  });

  it("[CON-8-05] shows and changes nothing of another tenant's packs", async () => {
    const { content, access } = get();
    const [owner, stranger] = [await newTenant(access), await newTenant(access)];
    const document = sampleDocument();
    const pair = samplePair({ keys: ['secret'] });
    const packId = await servedPack(content, owner, { putDocuments: [document], putPairs: [pair] });
    const before = await everythingSeen(owner);
    expect(before).not.toContain(null);
    expect(await everythingSeen(stranger)).toEqual([
      null,
      null,
      [],
      [],
      null,
      null,
      null,
      null,
      null,
      [],
      [],
    ]);

    const nowMs = sampleTimeMs + 9;
    const nothingElse = { nowMs, events: [] };
    expect(await content.updatePack(stranger, packId, { name: 'mine', nowMs })).toBe(false);
    expect(await content.changeDraft(stranger, packId, { nowMs, putDocuments: [document] })).toBeNull();
    const version = { packId, version: 2, draftRevision: 1, passageCount: 0, note: '' };
    expect(await content.publishVersion(stranger, { ...version, ...nothingElse })).toBe('unknown_pack');
    expect(await content.serveVersion(stranger, { packId, version: null, ...nothingElse })).toBe('unknown');
    expect(await content.retireVersions(stranger, packId, 0)).toEqual([]);
    expect(await content.deletePack(stranger, packId)).toBe(false);
    expect(await everythingSeen(owner)).toEqual(before);

    // The same ids and the same name under another tenant are other things.
    await newPack(content, stranger, { packId });
    const putPairs = [{ ...pair, answer: 'the stranger’s' }];
    await content.changeDraft(stranger, packId, { nowMs, putDocuments: [document], putPairs });
    await publishDraft(content, stranger, packId);
    expect(await content.getCurated(stranger, pair.curatedId, anyone)).toMatchObject({
      pair: { answer: 'the stranger’s' },
    });
    expect(await content.deletePack(stranger, packId)).toBe(true);
    expect(await everythingSeen(owner)).toEqual(before);

    function everythingSeen(tenantId: TenantId): Promise<unknown[]> {
      const { documentId } = document;
      const { curatedId } = pair;
      const secret = { ...anyone, key: 'secret' };
      return Promise.all([
        content.getPack(tenantId, packId),
        content.findPackByName(tenantId, packId),
        content.listPacks(tenantId, { after: null, limit: 9 }),
        content.listServed(tenantId),
        content.compareDraft(tenantId, packId),
        content.getDraftDocument(tenantId, packId, documentId),
        content.getRevision(tenantId, packId, { id: curatedId, revision: 1 }),
        content.getDocument(tenantId, documentId, anyone),
        content.readQuote(tenantId, { ...anyone, documentId: curatedId, start: 0, end: 2 }),
        content.findCurated(tenantId, { ...secret, packIds: null }),
        content.findCurated(tenantId, { ...secret, packIds: [packId] }),
      ]);
    }
  });
}
