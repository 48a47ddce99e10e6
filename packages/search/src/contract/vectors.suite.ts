import type { PackVersion } from '@avow/foundation';
import { expect, test } from 'vitest';
import {
  firstStaged,
  type OpenPassageSearchForTest,
  otherPackId,
  packId,
  passageOf,
  searchedPassages,
  secondVersion,
  useSearchedPacks,
} from './searched-packs.suite.ts';

const dimensions = 24;
const encoder = 'an encoder of one direction a word';
const directions = ['leave', 'money', 'desk', 'other'];

/** Texts that begin with the same word point the same way, nearly. */
function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  const word = /[a-z]+/.exec(text)?.[0] ?? '';
  vector[Math.max(directions.indexOf(word), 0)] = 1;
  vector[8 + (text.length % 16)] = 0.1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export function describeSemanticSearch(open: OpenPassageSearchForTest): void {
  const packs = useSearchedPacks(open);
  const { stage, find, textsOf } = packs;

  const encodeWaiting = async (pack: PackVersion = firstStaged, name = encoder) => {
    const waiting = await packs.search.listWaiting(packs.tenant, { pack, encoder: name, limit: 100 });
    const vectors = waiting.map(({ key, text }) => ({ key, vector: vectorOf(text) }));
    await packs.search.addVectors(packs.tenant, { pack, encoder: name, vectors });
    return waiting.map(({ text }) => text);
  };
  const progress = async (pack: PackVersion = firstStaged, name = encoder) =>
    await packs.search.vectorProgress(packs.tenant, { pack, encoder: name });
  const meaning = { vector: vectorOf('leave') };

  test('every passage waits for its vector, headings and all, and then no more', async () => {
    await stage([passageOf('leave', { headings: 'Book › Days' }), passageOf('money', { ordinal: 1 })]);
    expect(await progress()).toEqual({ done: 0, total: 2 });
    const wanted = { pack: firstStaged, encoder, limit: 1 };
    expect(await packs.search.listWaiting(packs.tenant, wanted)).toHaveLength(1);
    expect((await encodeWaiting()).sort()).toEqual(['Book › Days\nleave', 'money']);
    expect(await progress()).toEqual({ done: 2, total: 2 });
    expect(await encodeWaiting()).toEqual([]);
  });

  test('curated questions wait in front of documents', async () => {
    await stage([
      ...searchedPassages(['leave of absence', 'money matters']),
      passageOf('desk?', { kind: 'curated', documentId: 'qna_a' }),
    ]);
    const wanted = { pack: firstStaged, encoder, limit: 2 };
    const waiting = await packs.search.listWaiting(packs.tenant, wanted);
    expect(waiting.map(({ text }) => text)).toEqual(['desk?', 'leave of absence']);
    expect(await encodeWaiting()).toHaveLength(3);
  });

  test('finds by meaning what has none of the words', async () => {
    await stage(searchedPassages(['leave of absence', 'money matters', 'desk and chair']));
    expect(await find('vacation', meaning)).toEqual([]);
    await encodeWaiting();
    const [hit] = await find('vacation', meaning);
    expect(hit).toMatchObject({ text: 'leave of absence', wordScore: null });
    expect(hit?.vectorScore).toBeGreaterThan(0.95);
    expect(hit?.vectorScore).toBeLessThanOrEqual(1.01);
    expect(await find('vacation')).toEqual([]);
  });

  test('a cosine is what the vectors say, nearly', async () => {
    await stage(searchedPassages(['leave a', 'money bb', 'desk ccc', 'other dddd']));
    await encodeWaiting();
    for (const { text, vectorScore } of await find('', { vector: vectorOf('desk xxxxxxx') })) {
      const [one, other] = [vectorOf(text), vectorOf('desk xxxxxxx')];
      const cosine = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
      expect(vectorScore).toBeCloseTo(cosine, 1);
    }
  });

  test('what words and meaning both speak for comes first', async () => {
    await stage(searchedPassages(['leave of absence for parents', 'leave and holiday', 'money for parents']));
    await encodeWaiting();
    const hits = await find('parents', meaning);
    expect(hits[0]?.text).toBe('leave of absence for parents');
    expect(hits[0]?.wordScore).toBeGreaterThan(0);
    expect(hits[0]?.vectorScore).toBeGreaterThan(0.9);
  });

  test('while vectors are missing, the words find what has none', async () => {
    await stage(searchedPassages(['leave one', 'leave two', 'money three']));
    const waiting = await packs.search.listWaiting(packs.tenant, { pack: firstStaged, encoder, limit: 1 });
    const vectors = waiting.map(({ key, text }) => ({ key, vector: vectorOf(text) }));
    await packs.search.addVectors(packs.tenant, { pack: firstStaged, encoder, vectors });
    const hits = await find('two three', meaning);
    expect(hits.map(({ text }) => text)).toEqual(expect.arrayContaining(['leave two', 'money three']));
    expect(hits.find(({ text }) => text === 'leave two')?.vectorScore).toBeNull();
  });

  test('what the viewer may not see is not found by its meaning either', async () => {
    await stage([
      passageOf('leave of all'),
      passageOf('leave of the board', { ordinal: 1, groups: ['board'] }),
      passageOf('leave of then', { ordinal: 2, validUntilMs: 10 }),
      passageOf('leave?', { kind: 'curated', documentId: 'qna_a' }),
    ]);
    await encodeWaiting();
    expect(await textsOf('vacation', meaning)).toEqual(['leave of all']);
    expect((await textsOf('vacation', { ...meaning, groups: ['board'] })).sort()).toEqual([
      'leave of all',
      'leave of the board',
    ]);
    expect(await textsOf('vacation', { ...meaning, kind: 'curated' })).toEqual(['leave?']);
  });

  test('passages found before keep their vectors in the next version', async () => {
    await stage([
      ...searchedPassages(['leave kept', 'money kept'], { documentId: 'doc_a' }),
      ...searchedPassages(['leave same', 'leave changed'], { documentId: 'doc_b' }),
    ]);
    await encodeWaiting();
    await stage(searchedPassages(['leave same', 'leave new'], { documentId: 'doc_b', revision: 2 }), {
      pack: secondVersion,
      base: 1,
      removed: [{ id: 'doc_b', revision: 1 }],
    });
    expect(await progress(secondVersion)).toEqual({ done: 3, total: 4 });
    expect(await encodeWaiting(secondVersion)).toEqual(['leave new']);
    const second = { ...meaning, packs: [secondVersion] };
    expect((await textsOf('vacation', second)).slice(0, 3).sort()).toEqual([
      'leave kept',
      'leave new',
      'leave same',
    ]);
    await packs.search.prune(packs.tenant, { packId, keep: [2] });
    expect(await progress(secondVersion)).toEqual({ done: 4, total: 4 });
    expect((await textsOf('vacation', second)).slice(0, 3)).toHaveLength(3);
    await stage([], { pack: secondVersion, base: 2 });
    expect(await progress(secondVersion)).toEqual({ done: 4, total: 4 });
  });

  test('vectors outlast a merge of many small versions', async () => {
    await stage([passageOf('leave 1', { documentId: 'doc_1' })]);
    for (let version = 2; version <= 12; version += 1) {
      await encodeWaiting({ packId, version: version - 1 });
      const added = [passageOf(`leave ${version}`, { documentId: `doc_${version}` })];
      await stage(added, { pack: { packId, version }, base: version - 1 });
    }
    expect(await progress({ packId, version: 12 })).toEqual({ done: 11, total: 12 });
    const hits = await textsOf('vacation', { ...meaning, packs: [{ packId, version: 12 }], limit: 50 });
    expect(hits).toHaveLength(11);
  });

  test('equal words wait for one vector, wherever they stand', async () => {
    await stage(searchedPassages(['leave same', 'leave same', 'money']));
    await stage([passageOf('leave same', { documentId: 'doc_b' })], { pack: secondVersion, base: 1 });
    const waiting = await packs.search.listWaiting(packs.tenant, { pack: secondVersion, encoder, limit: 10 });
    expect(waiting.map(({ text }) => text).sort()).toEqual(['leave same', 'money']);
    await encodeWaiting(secondVersion);
    const { done, total } = await progress(secondVersion);
    expect(done).toBe(total);
    expect((await find('vacation', { ...meaning, packs: [secondVersion] }))[0]?.alsoAt).toHaveLength(2);
  });

  test('vectors of another encoder are none', async () => {
    await stage(searchedPassages(['leave one', 'money two']));
    await encodeWaiting();
    expect(await progress(firstStaged, 'a newer encoder')).toEqual({ done: 0, total: 2 });
    await encodeWaiting(firstStaged, 'a newer encoder');
    expect(await progress(firstStaged, 'a newer encoder')).toEqual({ done: 2, total: 2 });
    expect((await textsOf('vacation', meaning))[0]).toBe('leave one');
    expect((await textsOf('leave', { vector: new Float32Array([1, 0]) }))[0]).toBe('leave one');
  });

  test('unknown keys and other packs are passed over', async () => {
    await stage([passageOf('leave')]);
    await stage([passageOf('leave')], { pack: { packId: otherPackId, version: 1 } });
    const vector = vectorOf('leave');
    for (const key of ['', 'x', '../../x', '0'.repeat(32), '__proto__'])
      await packs.search.addVectors(packs.tenant, {
        pack: firstStaged,
        encoder,
        vectors: [{ key, vector }],
      });
    await packs.search.addVectors(packs.tenant, { pack: firstStaged, encoder, vectors: [] });
    expect(await progress()).toEqual({ done: 0, total: 1 });
    await encodeWaiting();
    expect(await progress({ packId: otherPackId, version: 1 })).toEqual({ done: 0, total: 1 });
  });

  test('another process finds by the vectors added here', async () => {
    await stage(searchedPassages(['leave one', 'money two']));
    const other = await packs.opened.openAgain();
    const query = { kind: 'document', text: '', packs: [firstStaged], groups: [], ...meaning } as const;
    const limits = { nowMs: 0, limit: 1, timeoutMs: 10_000 };
    expect(await other.search(packs.tenant, { ...query, ...limits })).toEqual([]);
    await encodeWaiting();
    expect(await other.search(packs.tenant, { ...query, ...limits })).toMatchObject([{ text: 'leave one' }]);
    await other.close();
  });
}
