import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../ids/typeid.ts';
import type { TenantId } from '../../interfaces/identity.ts';
import type { KnowledgeStore, PackContent, StoredDocument } from '../../interfaces/knowledge-store.ts';
import type { OpenedStore, OpenStore } from './opened-store.ts';
import { newTenant, sampleDocument, samplePack, samplePair, sampleTimeMs } from './samples.ts';

/** What every store of documents and curated pairs must do, whatever it is built on. */
export function describeKnowledgeStore(name: string, open: OpenStore): void {
  describe(`${name} as a knowledge store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describePublishing(() => store);
    describeAtomicity(() => store);
    describeCurated(() => store);
    describeQuotes(() => store);
    describeForeignTenant(() => store);
  });
}

/** A pack with one document and one pair, filed under `key`. */
function smallPack(key: string, pack: Partial<PackContent['pack']> = {}): PackContent {
  const pair = samplePair();
  const documents = [sampleDocument()];
  return samplePack({ pack, documents, curated: [pair], curatedKeys: [{ key, curatedId: pair.curatedId }] });
}

/** What is said of a document when it is cited. */
function citedPart({ documentId, source, title, url }: StoredDocument): Omit<StoredDocument, 'text'> {
  return { documentId, source, title, url };
}

function wholeText(knowledge: KnowledgeStore, tenantId: TenantId, { documentId, text }: StoredDocument) {
  return knowledge.readQuote(tenantId, { documentId, start: 0, end: text.length });
}

function describePublishing(get: () => OpenedStore): void {
  it('publishes a pack, and gives back its documents and pairs', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const document = sampleDocument({ url: 'https://example.org/a', title: 'Ä “title”' });
    const pair = samplePair();
    const content = samplePack({ documents: [document], curated: [pair] });
    await knowledge.publishPack(tenantId, content);
    const { packId, version } = content.pack;
    expect(await knowledge.listPacks(tenantId)).toEqual([content.pack]);
    expect(await knowledge.getDocument(tenantId, document.documentId)).toEqual({
      ...citedPart(document),
      pack: { packId, version },
    });
    expect(await wholeText(knowledge, tenantId, document)).toBe(document.text);
    expect(await knowledge.getCurated(tenantId, pair.curatedId)).toEqual({ pair, pack: { packId, version } });
    expect(await knowledge.listSourceIds(tenantId, packId)).toEqual({
      documents: new Map([[document.source, document.documentId]]),
      curated: new Map([[pair.question, pair.curatedId]]),
    });
  });

  it('replaces a pack by its next version, and keeps nothing of the old one', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const first = smallPack('old');
    await knowledge.publishPack(tenantId, first);
    const { packId, name } = first.pack;
    const kept = { ...first.documents[0], text: 'Other words.' } as PackContent['documents'][number];
    const second = samplePack({ pack: { packId, name, version: 2 }, documents: [kept, sampleDocument()] });
    await knowledge.publishPack(tenantId, second);
    expect(await knowledge.listPacks(tenantId)).toEqual([second.pack]);
    expect(await knowledge.getDocument(tenantId, kept.documentId)).toEqual({
      ...citedPart(kept),
      pack: { packId, version: 2 },
    });
    expect(await wholeText(knowledge, tenantId, kept)).toBe('Other words.');
    expect(await knowledge.findCurated(tenantId, { key: 'old', packIds: null })).toEqual([]);
    expect((await knowledge.listSourceIds(tenantId, packId)).curated.size).toBe(0);
  });

  it('refuses a version that is not newer, and a name that another pack has', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const content = smallPack('kept', { version: 5 });
    await knowledge.publishPack(tenantId, content);
    for (const version of [4, 5]) {
      const late = samplePack({ pack: { ...content.pack, version } });
      await expect(knowledge.publishPack(tenantId, late)).rejects.toMatchObject({ code: 'pack_conflict' });
    }
    const namesake = samplePack({ pack: { name: content.pack.name } });
    await expect(knowledge.publishPack(tenantId, namesake)).rejects.toMatchObject({ code: 'pack_conflict' });
    expect(await knowledge.listPacks(tenantId)).toEqual([content.pack]);
    expect(await knowledge.findCurated(tenantId, { key: 'kept', packIds: null })).toHaveLength(1);
  });

  it('removes a pack with everything in it', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const [content, other] = [smallPack('here'), smallPack('here')];
    for (const each of [content, other]) await knowledge.publishPack(tenantId, each);
    expect(await knowledge.removePack(tenantId, content.pack.packId)).toBe(true);
    expect(await knowledge.removePack(tenantId, content.pack.packId)).toBe(false);
    expect(await knowledge.listPacks(tenantId)).toEqual([other.pack]);
    expect(await knowledge.findCurated(tenantId, { key: 'here', packIds: null })).toHaveLength(1);
    for (const { documentId } of content.documents) {
      expect(await knowledge.getDocument(tenantId, documentId)).toBeNull();
      expect(await knowledge.readQuote(tenantId, { documentId, start: 0, end: 1 })).toBeNull();
    }
    for (const { curatedId } of content.curated) {
      expect(await knowledge.getCurated(tenantId, curatedId)).toBeNull();
      expect(await knowledge.readQuote(tenantId, { documentId: curatedId, start: 0, end: 1 })).toBeNull();
    }
  });
}

function describeAtomicity(get: () => OpenedStore): void {
  it('shows readers the old version whole or the new one whole', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const documents = Array.from({ length: 60 }, (_, index) => sampleDocument({ source: `${index}.md` }));
    const curated = documents.map(() => samplePair());
    const { pack } = samplePack();
    const publish = (version: number) =>
      knowledge.publishPack(tenantId, {
        ...samplePack({ pack: { ...pack, version } }),
        documents: documents
          .slice(0, version)
          .map((document) => ({ ...document, title: `version ${version}` })),
        curated: curated.slice(0, version),
      });
    await publish(1);
    let latest = 1;
    const publishing = (async () => {
      while (latest < documents.length) await publish(++latest);
    })();
    const first = documents[0]?.documentId ?? newId('doc', sampleTimeMs);
    let reads = 0;
    while (latest < documents.length) {
      const ids = await knowledge.listSourceIds(tenantId, pack.packId);
      const found = await knowledge.getDocument(tenantId, first);
      expect(ids.documents.size).toBe(ids.curated.size);
      expect(ids.documents.size).toBeGreaterThan(0);
      expect(found?.title).toBe(`version ${found?.pack.version}`);
      expect(found?.pack.version).toBeGreaterThanOrEqual(ids.documents.size);
      reads++;
    }
    await publishing;
    expect(reads).toBeGreaterThan(0);
  });

  it('changes nothing where a part of the pack cannot be stored', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const content = smallPack('kept');
    await knowledge.publishPack(tenantId, content);
    const { pack } = content;
    const twice = sampleDocument();
    const broken = samplePack({ pack: { ...pack, version: 2 }, documents: [twice, twice] });
    await expect(knowledge.publishPack(tenantId, broken)).rejects.toMatchObject({ code: 'internal' });
    for (const text of ['a\0b', '\ud800', 'x\udc00']) {
      const documents = [sampleDocument(), sampleDocument({ text })];
      const next = samplePack({ pack: { ...pack, version: 2 }, documents });
      await expect(knowledge.publishPack(tenantId, next)).rejects.toMatchObject({
        code: 'validation_failed',
      });
      const curated = [samplePair({ answer: text })];
      const answers = samplePack({ pack: { ...pack, version: 2 }, curated });
      await expect(knowledge.publishPack(tenantId, answers)).rejects.toMatchObject({
        code: 'validation_failed',
      });
    }
    expect(await knowledge.listPacks(tenantId)).toEqual([pack]);
    expect((await knowledge.listSourceIds(tenantId, pack.packId)).documents.size).toBe(1);
    expect(await knowledge.findCurated(tenantId, { key: 'kept', packIds: null })).toHaveLength(1);
  });
}

function describeCurated(get: () => OpenedStore): void {
  it('finds all pairs filed under a key, in all packs or in those named', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const [first, second] = [smallPack('how high'), smallPack('how high')];
    for (const content of [first, second]) await knowledge.publishPack(tenantId, content);
    const find = async (key: string, packIds: readonly `pack_${string}`[] | null) =>
      (await knowledge.findCurated(tenantId, { key, packIds })).map(({ pack }) => pack.packId).toSorted();
    const [a, b] = [first.pack.packId, second.pack.packId];
    expect(await find('how high', null)).toEqual([a, b].toSorted());
    expect(await find('how high', [a])).toEqual([a]);
    expect(await find('how high', [newId('pack', sampleTimeMs), b])).toEqual([b]);
    expect(await find('how high', [])).toEqual([]);
    expect(await find('how hig', null)).toEqual([]);
  });
}

function describeQuotes(get: () => OpenedStore): void {
  const grapheme = fc.constantFrom('a', ' ', 'ß', 'é', '中', '👩‍🚀', '𝒳', '🏳️‍🌈', '\u{10ffff}', '\n');

  it('reads a quote by code points', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const text = fc.string({ unit: grapheme, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.nat({ max: 60 }), fc.nat({ max: 60 }), async (words, one, other) => {
        const document = sampleDocument({ text: words });
        const pair = samplePair({ answer: `${words}!` });
        await knowledge.publishPack(tenantId, samplePack({ documents: [document], curated: [pair] }));
        const [start, end] = one < other ? [one, other] : [other, one];
        const quote = (from: string) => [...from].slice(start, end).join('');
        const { documentId } = document;
        expect(await knowledge.readQuote(tenantId, { documentId, start, end })).toBe(quote(words));
        const wanted = { documentId: pair.curatedId, start, end };
        expect(await knowledge.readQuote(tenantId, wanted)).toBe(quote(`${words}!`));
      }),
      { numRuns: 40 },
    );
  });

  it('refuses offsets that are none', async () => {
    const { knowledge, access } = get();
    const tenantId = await newTenant(access);
    const documentId = newId('doc', sampleTimeMs);
    for (const [start, end] of [
      [-1, 2],
      [3, 2],
      [0.5, 2],
      [0, Number.NaN],
    ] as const) {
      await expect(knowledge.readQuote(tenantId, { documentId, start, end })).rejects.toMatchObject({
        code: 'internal',
      });
    }
  });
}

function describeForeignTenant(get: () => OpenedStore): void {
  it("[CON-8-05] shows and changes nothing of another tenant's packs", async () => {
    const { knowledge, access } = get();
    const [owner, stranger] = [await newTenant(access), await newTenant(access)];
    const content = smallPack('secret');
    await knowledge.publishPack(owner, content);
    const seen = await everythingSeen(get(), stranger, content);
    expect(seen).toEqual([[], 0, 0, [], [], [null], [null], [null], [null]]);
    expect(await knowledge.removePack(stranger, content.pack.packId)).toBe(false);

    // The same ids and the same name under another tenant are other things.
    const answer = 'the stranger’s';
    await knowledge.publishPack(stranger, {
      ...content,
      curated: content.curated.map((pair) => ({ ...pair, answer })),
    });
    const wanted = { key: 'secret', packIds: null };
    const answersOf = async (tenantId: TenantId) =>
      (await knowledge.findCurated(tenantId, wanted)).map(({ pair }) => pair.answer);
    expect(await answersOf(stranger)).toEqual([answer]);
    expect(await answersOf(owner)).toEqual(content.curated.map((pair) => pair.answer));
    expect(await knowledge.removePack(stranger, content.pack.packId)).toBe(true);
    expect(await knowledge.listPacks(owner)).toEqual([content.pack]);
    expect((await everythingSeen(get(), owner, content)).flat()).not.toContain(null);
  });
}

async function everythingSeen({ knowledge }: OpenedStore, tenantId: TenantId, content: PackContent) {
  const { packId } = content.pack;
  const documentIds = content.documents.map(({ documentId }) => documentId);
  const curatedIds = content.curated.map(({ curatedId }) => curatedId);
  const quote = (documentId: (typeof documentIds)[number] | (typeof curatedIds)[number]) =>
    knowledge.readQuote(tenantId, { documentId, start: 0, end: 3 });
  const sourceIds = await knowledge.listSourceIds(tenantId, packId);
  return [
    await knowledge.listPacks(tenantId),
    sourceIds.documents.size,
    sourceIds.curated.size,
    await knowledge.findCurated(tenantId, { key: 'secret', packIds: null }),
    await knowledge.findCurated(tenantId, { key: 'secret', packIds: [packId] }),
    await Promise.all(documentIds.map((id) => knowledge.getDocument(tenantId, id))),
    await Promise.all(curatedIds.map((id) => knowledge.getCurated(tenantId, id))),
    await Promise.all(documentIds.map(quote)),
    await Promise.all(curatedIds.map(quote)),
  ];
}
