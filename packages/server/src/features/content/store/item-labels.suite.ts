import { newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { newPack, sampleDocument, samplePair } from './test-support/pack-samples.ts';

/** Owners and tags of what a draft has. */
export function describeItemLabels(get: () => OpenedStore): void {
  const fill = async () => {
    const { content, access } = get();
    const tenantId = await newTenant(access);
    const packId = await newPack(content, tenantId);
    const [first, second] = [sampleDocument({ source: 'a.md' }), sampleDocument({ source: 'b.md' })];
    const pair = samplePair({ tags: ['class', 'Ä“%_'] });
    const putDocuments = [first, second];
    await content.changeDraft(tenantId, packId, { nowMs: sampleTimeMs, putDocuments, putPairs: [pair] });
    const change = (ids: readonly (typeof first.documentId | typeof pair.curatedId)[], also: object) =>
      content.changeItemLabels(tenantId, packId, { ids, addTags: [], removeTags: [], tagsMax: 2, ...also });
    const read = async (...ids: readonly string[]) =>
      Object.fromEntries(await content.readItemLabels(tenantId, packId, ids));
    return { content, tenantId, packId, one: first.documentId, two: second.documentId, pair, change, read };
  };

  it('keeps owners and tags beside documents and pairs, and forgets those that are empty', async () => {
    const { one, two, pair, change, read } = await fill();
    expect(await read(one, two)).toEqual({});
    expect(await change([one, pair.curatedId], { owner: 'O’Neill' })).toBe('changed');
    await change([one], { addTags: ['x', 'y'] });
    expect(await read(one, two, pair.curatedId)).toEqual({
      [one]: { owner: 'O’Neill', tags: ['x', 'y'] },
      [pair.curatedId]: { owner: 'O’Neill', tags: [] },
    });
    await change([one], { owner: null, addTags: ['y', 'z'], removeTags: ['x'] });
    expect(await read(one)).toEqual({ [one]: { owner: null, tags: ['y', 'z'] } });
    await change([one], { removeTags: ['y', 'z'] });
    expect(await read(one)).toEqual({});
  });

  it('changes nothing if one of them would have too many tags', async () => {
    const { one, two, change, read } = await fill();
    await change([one], { addTags: ['x', 'y'] });
    expect(await change([two, one], { addTags: ['z'] })).toBe('too_many');
    expect(await read(one, two)).toEqual({ [one]: { owner: null, tags: ['x', 'y'] } });
  });

  it('filters the lists of a draft by owner and tag, page by page', async () => {
    const { content, tenantId, packId, one, two, pair, change } = await fill();
    await change([one, two], { owner: 'Ada', addTags: ['x'] });
    await change([pair.curatedId], { owner: 'Ada' });
    const documents = async (filter: object, after: typeof one | null = null) =>
      (await content.listDraftDocuments(tenantId, packId, { after, limit: 5, ...filter })).map(
        ({ documentId }) => documentId,
      );
    const pairs = async (filter: object) =>
      (await content.listDraftPairs(tenantId, packId, { after: null, limit: 5, ...filter })).length;
    const both = [one, two].toSorted();
    expect(await documents({ owner: 'Ada', tag: 'x' })).toEqual(both);
    expect(await documents({ tag: 'x' }, both[0])).toEqual(both.slice(1));
    expect(await documents({ owner: 'Bob' })).toEqual([]);
    expect(await documents({ tag: '%' })).toEqual([]);
    expect([await pairs({ owner: 'Ada' }), await pairs({ tag: 'Ä“%_' }), await pairs({ tag: 'x' })]).toEqual([
      1, 1, 0,
    ]);
    const other = await newTenant(get().access);
    expect(await content.listDraftDocuments(other, packId, { after: null, limit: 5, owner: 'Ada' })).toEqual(
      [],
    );
  });

  it('lists what there is to filter by, of what the draft has', async () => {
    const { content, tenantId, packId, one, two, pair, change } = await fill();
    await change([one], { owner: 'Bob', addTags: ['x'] });
    await change([two], { owner: 'Gone', addTags: ['gone'] });
    await change([pair.curatedId], { owner: 'Ada' });
    await content.changeDraft(tenantId, packId, { nowMs: sampleTimeMs + 1, removeDocuments: [two] });
    expect(await content.listItemLabels(tenantId, packId, 10)).toEqual({
      ...{ owners: ['Ada', 'Bob'], tags: expect.arrayContaining(['class', 'x', 'Ä“%_']) },
    });
    expect((await content.listItemLabels(tenantId, packId, 1)).owners).toEqual(['Ada']);
    expect(await content.listItemLabels(tenantId, newId('pack', 1), 10)).toEqual({ owners: [], tags: [] });
  });

  it('lists documents with the beginning of their texts', async () => {
    const { content, tenantId, packId } = await fill();
    const long = sampleDocument({ source: 'long.md', text: `🏔️${'a'.repeat(600_000)}` });
    await content.changeDraft(tenantId, packId, { nowMs: sampleTimeMs + 2, putDocuments: [long] });
    const listed = await content.listDraftTexts(tenantId, packId, { after: null, limit: 10 });
    const found = listed.find(({ documentId }) => documentId === long.documentId);
    expect([...(found?.text ?? '')]).toHaveLength(500_000);
    expect(listed).toHaveLength(3);
  });
}
