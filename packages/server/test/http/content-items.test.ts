import {
  changedItemsSchema,
  changePageSchema,
  documentPageSchema,
  documentSchema,
  foundItemPageSchema,
  itemLabelsSchema,
  qnaPageSchema,
  qnaSchema,
} from '@avow/contract/testing/content';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let client: ContentClient;

beforeAll(async () => {
  service = await startTestService({
    env: { AVOW_CONTENT_RATE_PER_MINUTE: '1000000', AVOW_CONTENT_BURST: '100000' },
  });
  const tenantId = await service.createTenant('office');
  client = contentClient(service, await service.createKey(tenantId, { scopes: ['content:manage'] }));
});

afterAll(() => service.close());

/** A pack with two documents and two pairs. */
async function fill(name: string) {
  const { id } = await client.createPack(name);
  const pack = `/v1/content-packs/${id}`;
  const texts = {
    'hours.md': '# Hours\n\nThe CAFÉ opens at nine.',
    'prices.md': '# Prices\n\nYoga costs 12.',
  };
  for (const [source, text] of Object.entries(texts))
    await client.follow(await client.send('POST', `${pack}/documents`, { body: { source, text } }));
  for (const question of ['When is yoga?', 'Who teaches?'])
    await client.send('POST', `${pack}/qna`, {
      body: { question, answer: 'See the plan.', tags: ['class'] },
    });
  const documents = async (query = '') =>
    (await client.expect({ status: 200, schema: documentPageSchema }, 'GET', `${pack}/documents${query}`))
      .data;
  const pairs = async (query = '') =>
    (await client.expect({ status: 200, schema: qnaPageSchema }, 'GET', `${pack}/qna${query}`)).data;
  const ids = async () => [...(await documents()), ...(await pairs())].map((item) => item.id);
  const change = (body: object) => client.send('POST', `${pack}/items/change`, { body });
  return { id, pack, documents, pairs, ids, change };
}

describe('many documents and pairs at once', () => {
  it('get owners, tags and groups, by which lists are filtered', async () => {
    const { id, pack, documents, pairs, ids, change } = await fill('labelled');
    await client.publish(id);
    const [hours = '', prices = '', yoga = ''] = await ids();
    const changed = await change({ item_ids: [hours, yoga, hours], owner: 'Ada', add_tags: ['shop'] });
    expect(changedItemsSchema.parse(changed.json())).toEqual({ changed: 2 });
    expect((await documents()).map(({ owner, tags }) => [owner, tags])).toEqual([
      ['Ada', ['shop']],
      [null, []],
    ]);
    expect((await pairs()).map(({ owner, tags }) => [owner, tags])).toEqual([
      ['Ada', ['class', 'shop']],
      [null, ['class']],
    ]);
    // Versions do not have owners and the tags of documents; they have the tags of pairs.
    const changes = await client.expect({ status: 200, schema: changePageSchema }, 'GET', `${pack}/changes`);
    expect(changes.data.map((each) => each.id)).toEqual([yoga]);
    expect((await documents('?owner=Ada')).map((each) => each.id)).toEqual([hours]);
    expect((await documents('?tag=shop&owner=Bob')).length).toBe(0);
    expect((await pairs('?tag=shop')).map((each) => each.id)).toEqual([yoga]);
    expect((await pairs('?tag=class&limit=1')).length).toBe(1);
    const labels = await client.expect(
      { status: 200, schema: itemLabelsSchema },
      'GET',
      `${pack}/items/labels`,
    );
    expect(labels).toEqual({ owners: ['Ada'], tags: ['class', 'shop'] });

    await change({ item_ids: [hours, prices], groups: ['staff'], owner: null, remove_tags: ['shop'] });
    const read = async (documentId: string) =>
      client.expect({ status: 200, schema: documentSchema }, 'GET', `${pack}/documents/${documentId}`);
    expect(await read(hours)).toMatchObject({ groups: ['staff'], owner: null, tags: [] });
    expect((await documents('?owner=Ada')).length).toBe(0);
    const pair = await client.expect({ status: 200, schema: qnaSchema }, 'GET', `${pack}/qna/${yoga}`);
    expect(pair.owner).toBe('Ada');
  });

  it('keep their labels when a file is loaded again', async () => {
    const { pack, documents, ids, change } = await fill('loaded again');
    const [hours = ''] = await ids();
    await change({ item_ids: [hours], owner: 'Ada', add_tags: ['shop'] });
    const body = { source: 'hours.md', text: '# Hours\n\nWe open at ten.' };
    await client.follow(await client.send('POST', `${pack}/documents`, { body }));
    expect((await documents())[0]).toMatchObject({ id: hours, owner: 'Ada', tags: ['shop'] });
  });

  it('are removed together', async () => {
    const { pack, ids } = await fill('removed');
    const [first = '', , third = ''] = await ids();
    const unknown = 'doc_01jd7c5v8rg2h4j6k8m0n2p4q6';
    const removed = await client.send('POST', `${pack}/items/remove`, {
      body: { item_ids: [first, third, unknown] },
    });
    expect(removed.json()).toEqual({ changed: 2 });
    expect(await ids()).toHaveLength(2);
  });

  it('are refused whole if one of them cannot be', async () => {
    const { ids, change, documents, pack } = await fill('refused');
    const all = await ids();
    const many = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);
    // A pair has one tag already.
    expect(problemOf(await change({ item_ids: all, add_tags: many(64) })).code).toBe('invalid_state');
    expect((await documents()).every(({ tags }) => tags.length === 0)).toBe(true);
    for (const wrong of [
      { item_ids: all },
      { item_ids: [], owner: 'Ada' },
      { item_ids: ['pack_x'], owner: 'Ada' },
      { item_ids: Array.from({ length: 501 }, () => all[0]), owner: 'Ada' },
      { item_ids: all, owner: 'a'.repeat(129) },
      { item_ids: all, owner: '' },
      { item_ids: all, add_tags: many(65) },
    ])
      expect(problemOf(await change(wrong)).code, JSON.stringify(wrong).slice(0, 80)).toBe(
        'validation_failed',
      );
    const elsewhere = '/v1/content-packs/pack_01jd7c5v8r9a7b5c3d1e0f2g4h';
    for (const path of ['change', 'remove'])
      expect(
        problemOf(
          await client.send('POST', `${elsewhere}/items/${path}`, {
            body: { item_ids: all, ...(path === 'change' ? { owner: 'Ada' } : {}) },
          }),
        ).code,
      ).toBe('not_found');
    expect(problemOf(await client.send('GET', `${elsewhere}/items/labels`)).code).toBe('not_found');
    expect(problemOf(await client.send('GET', `${pack}/documents?owner=`)).code).toBe('validation_failed');
  });
});

describe('finding documents and pairs by words', () => {
  it('finds them in all drafts, by any of what is written of them, page by page', async () => {
    const { id, ids, change } = await fill('found');
    const [hours = '', prices = '', yoga = '', teaches = ''] = await ids();
    await change({ item_ids: [teaches], owner: 'Grace Hopper' });
    const find = async (query: string) =>
      client.expect({ status: 200, schema: foundItemPageSchema }, 'GET', `/v1/content-items?${query}`);
    const found = async (text: string, also = `&content_pack_id=${id}`) =>
      (await find(`text=${encodeURIComponent(text)}${also}`)).data.map((each) => each.id);
    expect(await found('cafe NINE')).toEqual([hours]);
    expect(await found('yoga')).toEqual([prices, yoga]);
    expect(await found('prices.md')).toEqual([prices]);
    expect(await found('hopper')).toEqual([teaches]);
    expect(await found('class')).toEqual([yoga, teaches]);
    expect(await found('nowhere')).toEqual([]);
    expect(await found('cafe nine', '')).toContain(hours);
    const first = await find(`text=yoga&limit=1&content_pack_id=${id}`);
    expect(first.data[0]).toMatchObject({
      ...{ kind: 'document', content_pack_id: id, title: 'Prices', excerpt: 'Yoga costs 12.' },
    });
    const cursor = encodeURIComponent(first.next_cursor ?? '');
    const second = await find(`text=yoga&limit=1&content_pack_id=${id}&cursor=${cursor}`);
    expect(second.data.map((each) => each.id)).toEqual([yoga]);
    const other = await client.send('GET', `/v1/content-items?text=other&cursor=${cursor}`);
    expect(problemOf(other).code).toBe('invalid_cursor');
    for (const wrong of ['', 'text=', `text=${'a'.repeat(201)}`, 'text=a&pack=b'])
      expect(problemOf(await client.send('GET', `/v1/content-items?${wrong}`)).code).toBe(
        'validation_failed',
      );
  });
});
