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

/** Publishing, serving and retiring. What versions hold after any of it is shown by the life of packs. */
export function describeVersions(get: () => OpenedStore): void {
  it('publishes only the revision of the draft that was checked', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    await content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments: [sampleDocument()] });
    const publish = (version: number, draftRevision: number) =>
      content.publishVersion(tenantId, {
        ...{ packId, version, draftRevision, passageCount: 3, note: 'a “note”' },
        ...{ nowMs: sampleTimeMs, events: [] },
      });
    expect(await publish(1, 0)).toBe('draft_changed');
    expect(await publish(2, 1)).toBe('draft_changed');
    expect(await publish(0, 1)).toBe('draft_changed');
    expect(await content.listServed(tenantId)).toEqual([]);
    expect(await publish(1, 1)).toBe('published');
    // Of two that publish the same the second comes too late.
    expect(await publish(1, 1)).toBe('draft_changed');
    expect(await content.listServed(tenantId)).toEqual([{ packId, version: 1 }]);
    expect(await content.listVersions(tenantId, packId, { before: null, limit: 9 })).toEqual([
      {
        packId,
        version: 1,
        documentCount: 1,
        curatedCount: 0,
        passageCount: 3,
        note: 'a “note”',
        publishedAtMs: sampleTimeMs,
        isRetired: false,
      },
    ]);
    const unknown = { packId: newId('pack', 1), version: 1, draftRevision: 0, passageCount: 0, note: '' };
    expect(await content.publishVersion(tenantId, { ...unknown, nowMs: 1, events: [] })).toBe('unknown_pack');
  });

  it('names what the log commits to of texts of one version', async () => {
    const { content, access } = get();
    const [tenantId, stranger] = [await newTenant(access), await newTenant(access)];
    const packId = await newPack(content, tenantId);
    const document = sampleDocument();
    const pair = samplePair();
    await content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments: [document], putPairs: [pair] });
    await publishDraft(content, tenantId, packId);
    const ids = [document.documentId, pair.curatedId];
    const read = async (version: number, of = tenantId) =>
      new Map(
        (await content.listCommitments(of, { packId, version }, ids)).map(({ id, commitment }) => [
          id,
          commitment,
        ]),
      );
    const first = await read(1);
    expect([...first.keys()].toSorted()).toEqual(ids.toSorted());
    for (const commitment of first.values()) expect(commitment).toMatch(/^[0-9a-f]{64}$/);
    const changed = { ...document, text: 'Other words.', contentHash: 'other' };
    await content.changeDraft(tenantId, packId, { nowMs: 2, putDocuments: [changed] });
    await publishDraft(content, tenantId, packId);
    const second = await read(2);
    expect(second.get(document.documentId)).not.toBe(first.get(document.documentId));
    expect(second.get(pair.curatedId)).toBe(first.get(pair.curatedId));
    expect(await read(1)).toEqual(first);
    expect([(await read(3)).size, (await read(1, stranger)).size]).toEqual([0, 0]);
  });

  it('lists versions newest first, page by page', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    for (let count = 0; count < 4; count++) await publishDraft(content, tenantId, packId);
    const page = async (before: number | null) =>
      (await content.listVersions(tenantId, packId, { before, limit: 2 })).map(({ version }) => version);
    expect(await page(null)).toEqual([4, 3]);
    expect(await page(3)).toEqual([2, 1]);
    expect(await page(1)).toEqual([]);
  });

  it('serves an older version again, or none, and publishes on from the latest', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument({ text: 'first' });
    const { documentId } = document;
    const packId = await servedPack(content, tenantId, { putDocuments: [document] });
    await content.changeDraft(tenantId, packId, {
      nowMs: 1,
      putDocuments: [{ ...document, text: 'second' }],
    });
    await publishDraft(content, tenantId, packId);
    const serve = (version: number | null) =>
      content.serveVersion(tenantId, { packId, version, nowMs: sampleTimeMs, events: [] });
    const quote = () => content.readQuote(tenantId, { ...anyone, documentId, start: 0, end: 9 });
    expect(await quote()).toBe('second');
    expect(await serve(1)).toBe('served');
    expect(await quote()).toBe('first');
    expect((await content.getPack(tenantId, packId))?.draft.isChanged).toBe(false);
    expect(await serve(null)).toBe('served');
    expect(await quote()).toBeNull();
    for (const version of [0, 3, -1]) expect(await serve(version)).toBe('unknown');
    expect(await publishDraft(content, tenantId, packId)).toBe(3);
    expect(await quote()).toBe('second');
  });

  it('retires all but the newest, the latest and the served one', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument();
    const packId = await newPack(content, tenantId);
    for (let count = 1; count <= 5; count++) {
      const putDocuments = [{ ...document, text: `text ${count}` }];
      await content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments });
      await publishDraft(content, tenantId, packId);
    }
    const retire = (keep: number) => content.retireVersions(tenantId, packId, keep);
    const serve = (version: number | null) =>
      content.serveVersion(tenantId, { packId, version, nowMs: 1, events: [] });
    expect(await retire(5)).toEqual([]);
    await serve(1);
    expect(await retire(2)).toEqual([2, 3]);
    expect(await serve(2)).toBe('retired');
    expect(await content.listVersionRevisions(tenantId, { packId, version: 2 })).toBeNull();
    const revisionOf = (revision: number) =>
      content.getRevision(tenantId, packId, { id: document.documentId, revision });
    expect(await Promise.all([1, 2, 3, 4, 5].map(revisionOf))).toEqual([
      expect.objectContaining({ kind: 'document' }),
      null,
      null,
      expect.objectContaining({ kind: 'document' }),
      expect.objectContaining({ kind: 'document' }),
    ]);
    await serve(null);
    // What is retired does not count: 5 and 4 are the newest two of three.
    expect(await retire(3)).toEqual([]);
    expect(await retire(0)).toEqual([1, 4]);
    const listed = await content.listVersions(tenantId, packId, { before: null, limit: 9 });
    expect(listed.map(({ isRetired }) => isRetired)).toEqual([false, true, true, true, true]);
    for (const keep of [-1, 0.5, Number.NaN]) {
      await expect(retire(keep)).rejects.toMatchObject({ code: 'internal' });
    }
  });

  it('shows readers either all of the previous version or all of the new one', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const documents = Array.from({ length: 40 }, () => sampleDocument());
    const packId = await newPack(content, tenantId);
    let latest = 0;
    const publishing = (async () => {
      while (latest < documents.length) {
        const title = `version ${latest + 1}`;
        const putDocuments = documents.slice(0, latest + 1).map((document) => ({ ...document, title }));
        const putPairs = [samplePair({ keys: ['all'], answer: title })];
        await content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments, putPairs });
        await publishDraft(content, tenantId, packId);
        latest++;
      }
    })();
    const first = documents[0]?.documentId ?? newId('doc', 1);
    let reads = 0;
    while (latest < documents.length) {
      const found = await content.getDocument(tenantId, first, anyone);
      const matches = await content.findCurated(tenantId, { ...anyone, key: 'all', packIds: null });
      expect(found?.title).toBe(found === null ? undefined : `version ${found.pack.version}`);
      // Every version has one pair more than the one before.
      expect(matches.map(({ pack }) => pack.version)).toEqual(matches.map(() => matches.length));
      reads++;
    }
    await publishing;
    expect(reads).toBeGreaterThan(0);
  });
}
