import type { PackId, TenantId } from '@avow/foundation';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import type { ContentStore } from '../content-store.ts';
import {
  newPack,
  publishDraft,
  sampleDocument,
  samplePair,
  servedPack,
} from './test-support/pack-samples.ts';

const nowMs = sampleTimeMs + 100;
const page = { after: null, limit: 100 };

async function draftOf(content: ContentStore, tenantId: TenantId, packId: PackId) {
  const summaries = await content.listDraftDocuments(tenantId, packId, page);
  const documents = await Promise.all(
    summaries.map(({ documentId }) => content.getDraftDocument(tenantId, packId, documentId)),
  );
  const timeless = <Item extends { readonly revision: number; readonly updatedAtMs: number }>(
    items: ReadonlyArray<Item | null>,
  ) => items.map((item) => ({ ...item, revision: 0, updatedAtMs: 0 }));
  return {
    documents: timeless(documents),
    pairs: timeless(await content.listDraftPairs(tenantId, packId, page)),
    loaded: (await content.listLoaded(tenantId, packId)).toSorted((one, other) =>
      one.id < other.id ? -1 : 1,
    ),
    counts: (await content.getPack(tenantId, packId))?.draft,
  };
}

/** What a load does to a draft, and how it is kept or taken back. */
export function describeLoading(get: () => OpenedStore): void {
  /** A draft with something of every kind: published, changed since, new since, and taken out since. */
  async function workedOn() {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const [kept, edited, removed] = [sampleDocument(), sampleDocument(), sampleDocument()];
    const [keptPair, removedPair] = [samplePair(), samplePair()];
    const packId = await servedPack(content, tenantId, {
      putDocuments: [kept, edited, removed],
      putPairs: [keptPair, removedPair],
    });
    const [added, addedPair] = [
      sampleDocument({ text: 'Only in the draft.' }),
      samplePair({ keys: ['only'] }),
    ];
    await content.changeDraft(tenantId, packId, {
      nowMs,
      putDocuments: [{ ...edited, title: 'edited by hand' }, added],
      putPairs: [addedPair],
      removeDocuments: [removed.documentId],
      removePairs: [removedPair.curatedId],
      putLoaded: [{ id: kept.documentId, file: 'kept.md', snapshot: 'one', sourceId: null }],
    });
    return { content, tenantId, packId, kept, edited, removed, added, keptPair, removedPair, addedPair };
  }

  it('restores everything that is provisional, whatever it replaced', async () => {
    const made = await workedOn();
    const { content, tenantId, packId, kept, edited, removed, added, keptPair, removedPair, addedPair } =
      made;
    const before = await draftOf(content, tenantId, packId);
    const provisional = { nowMs: nowMs + 1, isProvisional: true };
    const fresh = sampleDocument();
    await content.changeDraft(tenantId, packId, {
      ...provisional,
      putDocuments: [{ ...kept, text: 'Loaded.' }, { ...edited, text: 'Loaded.' }, removed, fresh],
      removeDocuments: [added.documentId],
      putPairs: [{ ...keptPair, answer: 'Loaded.' }, removedPair, samplePair()],
      removePairs: [addedPair.curatedId],
      putLoaded: [{ id: fresh.documentId, file: 'fresh.md', snapshot: 'two', sourceId: null }],
      removeLoaded: [kept.documentId],
    });
    // Once more: what was there first counts.
    await content.changeDraft(tenantId, packId, {
      ...provisional,
      putDocuments: [{ ...kept, text: 'Loaded again.' }],
      removeDocuments: [fresh.documentId],
      putLoaded: [{ id: kept.documentId, file: 'kept.md', snapshot: 'three', sourceId: null }],
    });
    expect(await draftOf(content, tenantId, packId)).not.toEqual(before);
    expect(await content.listUnsettledDrafts()).toContainEqual({ tenantId, packId });
    const restored = { outcome: 'restored', nowMs: nowMs + 2 } as const;
    expect(await content.settleDraft(tenantId, packId, restored)).toBe(true);
    expect(await draftOf(content, tenantId, packId)).toEqual(before);
    expect(await content.listUnsettledDrafts()).not.toContainEqual({ tenantId, packId });
    expect(await content.settleDraft(tenantId, packId, restored)).toBe(false);
    // The draft is as good as any: it can be published, and what it replaced is gone from it.
    await publishDraft(content, tenantId, packId);
    expect((await draftOf(content, tenantId, packId)).documents).toEqual(before.documents);
  });

  it('keeps what somebody else changed meanwhile', async () => {
    const { content, tenantId, packId, kept, added, addedPair } = await workedOn();
    await content.changeDraft(tenantId, packId, {
      nowMs,
      isProvisional: true,
      putDocuments: [{ ...kept, text: 'Loaded.' }],
      removeDocuments: [added.documentId],
      removePairs: [addedPair.curatedId],
    });
    const byHand = { ...kept, text: 'Loaded.', title: 'by hand' };
    await content.changeDraft(tenantId, packId, { nowMs, putDocuments: [byHand] });
    await content.settleDraft(tenantId, packId, { outcome: 'restored', nowMs });
    const { documentId } = kept;
    expect(await content.getDraftDocument(tenantId, packId, documentId)).toMatchObject({
      title: 'by hand',
    });
    expect(await content.getDraftDocument(tenantId, packId, added.documentId)).toMatchObject(added);
    expect(await content.getDraftPair(tenantId, packId, addedPair.curatedId)).not.toBeNull();
  });

  it.each(['kept', 'published'] as const)('has nothing to restore once a draft is %s', async (how) => {
    const { content, tenantId, packId, kept } = await workedOn();
    const putDocuments = [{ ...kept, text: 'Loaded.' }];
    await content.changeDraft(tenantId, packId, { nowMs, isProvisional: true, putDocuments });
    if (how === 'published') await publishDraft(content, tenantId, packId);
    else expect(await content.settleDraft(tenantId, packId, { outcome: 'kept', nowMs })).toBe(true);
    expect(await content.settleDraft(tenantId, packId, { outcome: 'restored', nowMs })).toBe(false);
    expect(await content.getDraftDocument(tenantId, packId, kept.documentId)).toMatchObject({
      text: 'Loaded.',
    });
  });

  it('keeps loaded content to its tenant and pack, and deletes it with the pack', async () => {
    const { content, access } = get();
    const [owner, stranger] = [await newTenant(access), await newTenant(access)];
    const packId = await newPack(content, owner);
    const document = sampleDocument();
    const putLoaded = [{ id: document.documentId, file: 'a.md', snapshot: '{}', sourceId: null }];
    const change = { nowMs, isProvisional: true, putDocuments: [document], putLoaded };
    await content.changeDraft(owner, packId, change);
    expect(await content.listLoaded(owner, packId)).toEqual(putLoaded);
    expect(await content.listLoaded(stranger, packId)).toEqual([]);
    expect(await content.settleDraft(stranger, packId, { outcome: 'restored', nowMs })).toBe(false);
    expect(await content.deletePack(owner, packId)).toBe(true);
    expect(await content.listLoaded(owner, packId)).toEqual([]);
    expect(await content.listUnsettledDrafts()).not.toContainEqual({ tenantId: owner, packId });
  });
}
