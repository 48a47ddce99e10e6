import { newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import {
  newPack,
  publishDraft,
  sampleDocument,
  samplePair,
  servedPack,
} from './test-support/pack-samples.ts';

/** The texts that are worked on. How they change in every order is shown by the life of packs. */
export function describeDrafts(get: () => OpenedStore): void {
  it('returns what was put, with its revision and time', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    const document = sampleDocument({
      url: 'https://example.org/a',
      title: 'Ä “title” 🏔️',
      groups: ['b', 'a'],
    });
    const pair = samplePair({ validFromMs: 5, validUntilMs: 6, groups: ['“g”'], alternatives: [], tags: [] });
    const nowMs = sampleTimeMs + 3;
    const change = { nowMs, putDocuments: [document], putPairs: [pair] };
    expect(await content.changeDraft(tenantId, packId, change)).toBe(1);
    const stamps = { revision: 1, updatedAtMs: nowMs };
    expect(await content.getDraftDocument(tenantId, packId, document.documentId)).toEqual({
      ...document,
      ...stamps,
    });
    const { keys: _, ...stored } = { ...pair, ...stamps };
    expect(await content.getDraftPair(tenantId, packId, pair.curatedId)).toEqual(stored);
    expect(await content.getPack(tenantId, packId)).toMatchObject({
      updatedAtMs: nowMs,
      draftRevision: 1,
      draft: { documentCount: 1, curatedCount: 1, isChanged: true },
    });
  });

  it('changes nothing if the draft already has the content', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const change = { putDocuments: [sampleDocument()], putPairs: [samplePair({ keys: ['a', 'b'] })] };
    const packId = await servedPack(content, tenantId, change);
    const before = await content.getPack(tenantId, packId);
    const again = change.putPairs.map((pair) => ({ ...pair, keys: ['b', 'a', 'b'] }));
    const same = { ...change, putPairs: again, removeDocuments: [newId('doc', 1)] };
    expect(await content.changeDraft(tenantId, packId, { nowMs: sampleTimeMs + 9, ...same })).toBe(1);
    expect(await content.getPack(tenantId, packId)).toEqual(before);
    expect(before?.draft.isChanged).toBe(false);
  });

  it('compares every field to detect a change', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const [document, pair] = [sampleDocument(), samplePair()];
    const packId = await servedPack(content, tenantId, { putDocuments: [document], putPairs: [pair] });
    const documents = [
      { title: 'other' },
      { url: 'https://example.org/' },
      { groups: ['g'] },
      { format: 'text' as const },
      { contentHash: 'other' },
      { text: 'Some other words.' },
      { source: 'other.md' },
    ];
    const pairs = [
      { question: 'other' },
      { alternatives: [] },
      { answer: 'other' },
      { source: 'other' },
      { url: null },
      { tags: ['two', 'one'] },
      { groups: ['g'] },
      { validFromMs: 1 },
      { validUntilMs: 1 },
      { keys: ['other'] },
    ];
    let revision = 1;
    for (const change of documents) {
      const putDocuments = [{ ...document, ...change }];
      expect(await content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments })).toBe(++revision);
    }
    for (const change of pairs) {
      const putPairs = [{ ...pair, ...change }];
      expect(await content.changeDraft(tenantId, packId, { nowMs: 1, putPairs })).toBe(++revision);
    }
  });

  it('restores what was removed since the latest version, and is then unchanged', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const [document, pair] = [sampleDocument(), samplePair()];
    const packId = await servedPack(content, tenantId, { putDocuments: [document], putPairs: [pair] });
    const { documentId } = document;
    const nowMs = sampleTimeMs + 9;
    const gone = { nowMs, removeDocuments: [documentId], putPairs: [{ ...pair, answer: 'other' }] };
    expect(await content.changeDraft(tenantId, packId, gone)).toBe(2);
    expect((await content.getPack(tenantId, packId))?.draft).toEqual({
      documentCount: 0,
      curatedCount: 1,
      isChanged: true,
    });
    expect(await content.compareDraft(tenantId, packId)).toEqual({
      draftRevision: 2,
      latestVersion: 1,
      added: [{ id: pair.curatedId, revision: 2 }],
      removed: [
        { id: documentId, revision: 1 },
        { id: pair.curatedId, revision: 1 },
      ],
    });
    const back = { nowMs, putDocuments: [document], putPairs: [pair] };
    expect(await content.changeDraft(tenantId, packId, back)).toBe(3);
    expect((await content.getPack(tenantId, packId))?.draft.isChanged).toBe(false);
    expect((await content.getDraftDocument(tenantId, packId, documentId))?.revision).toBe(1);
    const lost = { id: pair.curatedId, revision: 2 };
    expect(await content.getRevision(tenantId, packId, lost)).toBeNull();
  });

  it('has each path once, even if documents exchange paths', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    const [one, other] = [sampleDocument({ source: 'a.md' }), sampleDocument({ source: 'b.md' })];
    const put = (...putDocuments: (typeof one)[]) =>
      content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments });
    await put(one, other);
    // The first put of the change would be possible by itself: it is undone with the rest.
    const clash = put(sampleDocument({ source: 'c.md' }), sampleDocument({ source: 'a.md' }));
    await expect(clash).rejects.toMatchObject({ code: 'pack_conflict' });
    await expect(clash).rejects.toThrow('a.md');
    expect([...(await content.listDraftSources(tenantId, packId)).keys()]).toEqual(['a.md', 'b.md']);
    expect(await put({ ...one, source: 'b.md' }, { ...other, source: 'a.md' })).toBe(2);
    const sources = await content.listDraftSources(tenantId, packId);
    expect(sources.get('a.md')?.documentId).toBe(other.documentId);
    expect((await content.getPack(tenantId, packId))?.draft.documentCount).toBe(2);
  });

  it('keeps the last of an id that is put twice, and puts what is also removed', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    const pair = samplePair();
    const putPairs = [pair, { ...pair, answer: 'last' }];
    const change = { nowMs: 1, putPairs, removePairs: [pair.curatedId] };
    expect(await content.changeDraft(tenantId, packId, change)).toBe(1);
    expect((await content.getDraftPair(tenantId, packId, pair.curatedId))?.answer).toBe('last');
    expect((await content.getPack(tenantId, packId))?.draft.curatedCount).toBe(1);
  });

  it('changes nothing if part of the change cannot be stored', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    const elsewhere = sampleDocument();
    await servedPack(content, tenantId, { putDocuments: [elsewhere] });
    for (const text of ['a\0b', '\ud800', 'x\udc00']) {
      const unfit = [
        { putDocuments: [sampleDocument(), sampleDocument({ text })] },
        { putDocuments: [sampleDocument({ title: text })] },
        { putPairs: [samplePair(), samplePair({ answer: text })] },
        { putPairs: [samplePair({ keys: [text] })] },
      ];
      for (const change of unfit) {
        const changing = content.changeDraft(tenantId, packId, { nowMs: 1, ...change });
        await expect(changing).rejects.toMatchObject({ code: 'validation_failed' });
      }
    }
    // An id belongs to one pack.
    const taken = { nowMs: 1, putDocuments: [sampleDocument(), elsewhere] };
    await expect(content.changeDraft(tenantId, packId, taken)).rejects.toMatchObject({ code: 'internal' });
    expect(await content.getPack(tenantId, packId)).toMatchObject({
      draftRevision: 0,
      draft: { documentCount: 0, curatedCount: 0, isChanged: false },
    });
    expect(await content.changeDraft(tenantId, newId('pack', 1), { nowMs: 1 })).toBeNull();
  });

  it('lists documents and pairs page by page', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    const at = Array.from({ length: 5 }, (_, index) => sampleTimeMs + index);
    const putDocuments = at.map((ms) => sampleDocument({ documentId: newId('doc', ms), text: '🏔️ words' }));
    const putPairs = at.map((ms) => samplePair({ curatedId: newId('qna', ms) }));
    await content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments, putPairs });
    await publishDraft(content, tenantId, packId);
    const after = putDocuments[1]?.documentId ?? null;
    const documents = await content.listDraftDocuments(tenantId, packId, { after, limit: 2 });
    expect(documents.map(({ documentId }) => documentId)).toEqual(
      putDocuments.slice(2, 4).map(({ documentId }) => documentId),
    );
    expect(documents[0]).toMatchObject({ codePoints: 8 });
    expect(documents[0]).not.toHaveProperty('text');
    const last = putPairs[3]?.curatedId ?? null;
    const pairs = await content.listDraftPairs(tenantId, packId, { after: last, limit: 2 });
    expect(pairs.map(({ curatedId }) => curatedId)).toEqual([putPairs[4]?.curatedId]);
    const none = { after: null, limit: 0 };
    await expect(content.listDraftPairs(tenantId, packId, none)).rejects.toMatchObject({
      code: 'internal',
    });
  });
}
