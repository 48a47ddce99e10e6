import type { DocumentId, PackId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import fc from 'fast-check';
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

/** What is served, as a viewer may see it. */
export function describeServed(get: () => OpenedStore): void {
  it('serves nothing of a draft', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    const [document, pair] = [sampleDocument(), samplePair({ keys: ['draft'] })];
    const { documentId } = document;
    await content.changeDraft(tenantId, packId, { nowMs: 1, putDocuments: [document], putPairs: [pair] });
    const read = () =>
      Promise.all([
        content.getDocument(tenantId, documentId, anyone),
        content.getCurated(tenantId, pair.curatedId, anyone),
        content.readQuote(tenantId, { ...anyone, documentId, start: 0, end: 4 }),
        content.findCurated(tenantId, { ...anyone, key: 'draft', packIds: null }),
      ]);
    expect(await read()).toEqual([null, null, null, []]);
    await publishDraft(content, tenantId, packId);
    const pack = { packId, version: 1 };
    const { text: _, ...summary } = document;
    const { keys: __, ...served } = pair;
    const match = { pair: { ...served, revision: 1, updatedAtMs: 1 }, pack };
    expect(await read()).toEqual([
      { ...summary, revision: 1, updatedAtMs: 1, codePoints: 11, pack },
      match,
      'Some',
      [match],
    ]);
  });

  it('finds all pairs filed under a key, in all packs or in those named', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const keys = ['how high', 'how tall'];
    const serve = () => servedPack(content, tenantId, { putPairs: [samplePair({ keys })] });
    const [first, second] = [await serve(), await serve()];
    const find = async (key: string, packIds: readonly PackId[] | null) =>
      (await content.findCurated(tenantId, { ...anyone, key, packIds }))
        .map(({ pack }) => pack.packId)
        .toSorted();
    for (const key of keys) expect(await find(key, null)).toEqual([first, second].toSorted());
    expect(await find('how high', [first])).toEqual([first]);
    expect(await find('how high', [newId('pack', sampleTimeMs), second])).toEqual([second]);
    expect(await find('how high', [])).toEqual([]);
    expect(await find('how hig', null)).toEqual([]);
  });

  it('shows restricted content to members of its groups only', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const groups = ['staff', '“ünïted”'];
    const document = sampleDocument({ groups });
    const pair = samplePair({ groups, keys: ['internal'] });
    await servedPack(content, tenantId, { putDocuments: [document], putPairs: [pair] });
    const countSeenBy = async (...ofViewer: string[]) => {
      const viewer = { groups: ofViewer, nowMs: sampleTimeMs };
      const { documentId } = document;
      const seen = await Promise.all([
        content.getDocument(tenantId, documentId, viewer),
        content.getCurated(tenantId, pair.curatedId, viewer),
        content.readQuote(tenantId, { ...viewer, documentId, start: 0, end: 1 }),
        content.readQuote(tenantId, { ...viewer, documentId: pair.curatedId, start: 0, end: 1 }),
        content.findCurated(tenantId, { ...viewer, key: 'internal', packIds: null }).then(([one]) => one),
      ]);
      return seen.filter((one) => one !== null && one !== undefined).length;
    };
    for (const viewer of [[], ['Staff'], ['staf'], ['staff,', '["staff"]', '*', '']]) {
      expect(await countSeenBy(...viewer)).toBe(0);
    }
    for (const viewer of [['staff'], ['other', '“ünïted”'], ['staff', 'staff', ...groups]]) {
      expect(await countSeenBy(...viewer)).toBe(5);
    }
  });

  it('lists the documents of a served pack that the viewer may see, and whether there is anything', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const open = [sampleDocument(), sampleDocument(), sampleDocument()];
    const hidden = sampleDocument({ groups: ['staff'] });
    const packId = await servedPack(content, tenantId, { putDocuments: [...open, hidden] });
    const list = async (groups: readonly string[], after: DocumentId | null, limit = 10) => {
      const wanted = { groups, nowMs: sampleTimeMs, packId, after, limit };
      return (await content.listServedDocuments(tenantId, wanted)).map(({ documentId }) => documentId);
    };
    const ids = open.map(({ documentId }) => documentId).toSorted();
    expect(await list([], null)).toEqual(ids);
    expect(await list([], null, 2)).toEqual(ids.slice(0, 2));
    expect(await list([], ids[1] ?? null)).toEqual(ids.slice(2));
    expect(await list(['staff'], null)).toEqual([...ids, hidden.documentId].toSorted());
    const other = await newTenant(access);
    expect(await content.listServedDocuments(other, { ...anyone, packId, after: null, limit: 9 })).toEqual(
      [],
    );
    const sees = (of: PackId, groups: readonly string[] = []) =>
      content.seesPack(tenantId, { groups, nowMs: sampleTimeMs, packId: of });
    expect(await sees(packId)).toBe(true);
    expect(await content.seesPack(other, { ...anyone, packId })).toBe(false);
    const timely = samplePair({ validUntilMs: sampleTimeMs });
    const restricted = await servedPack(content, tenantId, {
      putDocuments: [sampleDocument({ groups: ['staff'] })],
      putPairs: [timely],
    });
    expect([await sees(restricted), await sees(restricted, ['staff'])]).toEqual([false, true]);
    const pairs = await servedPack(content, tenantId, { putPairs: [samplePair()] });
    expect([await sees(pairs), await sees(await newPack(content, tenantId))]).toEqual([true, false]);
  });

  it('knows which pairs are served, and which are only in a draft', async () => {
    const { content, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const [served, removed, gone] = [samplePair({ groups: ['staff'] }), samplePair(), samplePair()];
    const packId = await servedPack(content, tenantId, { putPairs: [served, removed] });
    const drafted = samplePair({ validUntilMs: 1 });
    await content.changeDraft(tenantId, packId, {
      nowMs: 1,
      putPairs: [drafted, gone],
      removePairs: [removed.curatedId],
    });
    await content.changeDraft(tenantId, packId, { nowMs: 1, removePairs: [gone.curatedId] });
    const ids = [served, removed, drafted, gone].map(({ curatedId }) => curatedId);
    const states = await content.findPairStates(tenantId, [...ids, 'qna_unknown']);
    expect(new Map(states.map(({ curatedId, isServed }) => [curatedId, isServed]))).toEqual(
      new Map([
        [served.curatedId, true],
        // It answers until the draft without it is published.
        [removed.curatedId, true],
        [drafted.curatedId, false],
      ]),
    );
    expect(await content.findPairStates(other, ids)).toEqual([]);
  });

  it('serves a pair from the instant it begins until the instant it ends', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const pair = samplePair({ validFromMs: 100, validUntilMs: 200, keys: ['timely'] });
    await servedPack(content, tenantId, { putPairs: [pair] });
    for (const [nowMs, isSeen] of [
      [99, false],
      [100, true],
      [199, true],
      [200, false],
    ] as const) {
      const viewer = { groups: [], nowMs };
      const wanted = { ...viewer, documentId: pair.curatedId, start: 0, end: 2 };
      expect((await content.getCurated(tenantId, pair.curatedId, viewer)) !== null).toBe(isSeen);
      expect(await content.readQuote(tenantId, wanted)).toBe(isSeen ? 'An' : null);
      const found = await content.findCurated(tenantId, { ...viewer, key: 'timely', packIds: null });
      expect(found).toHaveLength(isSeen ? 1 : 0);
    }
  });

  it('reads a quote by code points', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const grapheme = fc.constantFrom('a', ' ', 'ß', 'é', '中', '👩‍🚀', '𝒳', '🏳️‍🌈', '\u{10ffff}', '\n');
    const text = fc.string({ unit: grapheme, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.nat({ max: 60 }), fc.nat({ max: 60 }), async (words, one, other) => {
        const document = sampleDocument({ text: words });
        const pair = samplePair({ answer: `${words}!` });
        await servedPack(content, tenantId, { putDocuments: [document], putPairs: [pair] });
        const [start, end] = one < other ? [one, other] : [other, one];
        const quote = (from: string) => [...from].slice(start, end).join('');
        const ofDocument = { ...anyone, documentId: document.documentId, start, end };
        expect(await content.readQuote(tenantId, ofDocument)).toBe(quote(words));
        const ofPair = { ...anyone, documentId: pair.curatedId, start, end };
        expect(await content.readQuote(tenantId, ofPair)).toBe(quote(`${words}!`));
      }),
      { numRuns: 30 },
    );
  });

  it('refuses invalid offsets', async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const documentId = newId('doc', sampleTimeMs);
    for (const [start, end] of [
      [-1, 2],
      [3, 2],
      [0.5, 2],
      [0, Number.NaN],
    ] as const) {
      const reading = content.readQuote(tenantId, { ...anyone, documentId, start, end });
      await expect(reading).rejects.toMatchObject({ code: 'internal' });
    }
  });
}
