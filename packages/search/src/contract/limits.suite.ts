import type { PackId, TenantId } from '@avow/foundation';
import { expect, test } from 'vitest';
import type { Passage } from '../passage-search.ts';
import {
  firstStaged,
  type OpenPassageSearchForTest,
  packId,
  passageOf,
  searchedPassages,
  useSearchedPacks,
} from './searched-packs.suite.ts';

export function describeLimits(open: OpenPassageSearchForTest): void {
  const packs = useSearchedPacks(open);
  const { stage, find, textsOf } = packs;

  test('refuses ids and versions that are none', async () => {
    await stage([passageOf('leave')]);
    const hostile = [
      "pack_x' OR '1'='1",
      'pack_../x',
      'pack_',
      'pack_X',
      '',
      'pack_a/b',
      'pack_a\0',
    ] as PackId[];
    for (const id of hostile) {
      const pack = { packId: id, version: 1 };
      await expect(find('leave', { packs: [pack] }), id).rejects.toThrow(RangeError);
      await expect(stage([], { pack }), id).rejects.toThrow(RangeError);
      await expect(packs.search.prune(packs.tenant, { packId: id, keep: [] }), id).rejects.toThrow(
        RangeError,
      );
      await expect(packs.search.hasVersion(packs.tenant, pack), id).rejects.toThrow(RangeError);
      const vectors = { pack, encoder: 'e', vectors: [], limit: 1 };
      await expect(packs.search.listWaiting(packs.tenant, vectors), id).rejects.toThrow(RangeError);
      await expect(packs.search.addVectors(packs.tenant, vectors), id).rejects.toThrow(RangeError);
      await expect(packs.search.vectorProgress(packs.tenant, vectors), id).rejects.toThrow(RangeError);
    }
    for (const version of [1.5, -1, Number.NaN, 2 ** 40])
      await expect(find('leave', { packs: [{ packId, version }] })).rejects.toThrow(RangeError);
    for (const id of ['../x', '', 'ten_/'] as TenantId[]) {
      await expect(find('leave', {}, id)).rejects.toThrow(RangeError);
      await expect(packs.search.hasVersion(id, firstStaged)).rejects.toThrow(RangeError);
    }
    await expect(packs.search.prune(packs.tenant, { packId, keep: [0.5] })).rejects.toThrow(RangeError);
    expect(await textsOf('leave')).toEqual(['leave']);
  });

  test('refuses passages that cannot be kept as they are, and the version with them', async () => {
    const faults: Partial<Passage>[] = [
      { ordinal: -1 },
      { start: 0.5 },
      { end: 2 ** 33 },
      { revision: Number.NaN },
      { validFromMs: Number.NaN },
      { kind: 'other' as 'document' },
      { text: 'x'.repeat(2_000_000) },
    ];
    for (const fault of faults)
      await expect(stage([passageOf('leave', fault)]), JSON.stringify(Object.keys(fault))).rejects.toThrow(
        RangeError,
      );
    expect(await packs.search.hasVersion(packs.tenant, firstStaged)).toBe(false);
  });

  test('refuses vectors without a direction, and those of another size', async () => {
    await stage(searchedPassages(['leave', 'money']));
    const waiting = await packs.search.listWaiting(packs.tenant, {
      pack: firstStaged,
      encoder: 'e',
      limit: 2,
    });
    const add = async (...vectors: Float32Array[]) =>
      await packs.search.addVectors(packs.tenant, {
        pack: firstStaged,
        encoder: 'e',
        vectors: vectors.map((vector, at) => ({ key: waiting[at]?.key ?? '', vector })),
      });
    const bad = [[], [0, 0], [Number.NaN, 1], [Number.POSITIVE_INFINITY, 1]];
    for (const values of bad) await expect(add(new Float32Array(values))).rejects.toThrow(RangeError);
    await expect(add(new Float32Array([1]), new Float32Array([1, 0]))).rejects.toThrow(RangeError);
    await add(new Float32Array([1, 0]));
    await expect(add(new Float32Array([1, 0, 0]))).rejects.toThrow(RangeError);
    const progress = await packs.search.vectorProgress(packs.tenant, { pack: firstStaged, encoder: 'e' });
    expect(progress).toEqual({ done: 1, total: 2 });
    await expect(find('leave', { vector: new Float32Array([0, 0]) })).rejects.toThrow(RangeError);
  });

  test('refuses more packs than can be searched', async () => {
    const many = Array.from({ length: 10_001 }, () => firstStaged);
    await expect(find('leave', { packs: many })).rejects.toThrow(RangeError);
  });

  test('searches in many packs at once', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      packId: `pack_many${n}` as const,
      version: 1 + (n % 3),
    }));
    for (const [n, pack] of many.entries()) await stage([passageOf(`leave number${n}`)], { pack });
    expect(await find('number7', { packs: many })).toMatchObject([{ text: 'leave number7', pack: many[7] }]);
    expect(await textsOf('leave', { packs: many, limit: 100 })).toHaveLength(60);
    expect(await textsOf('number7', { packs: many.slice(8) })).toEqual([]);
    await stage([passageOf('leave number7 again')], many[7] === undefined ? {} : { pack: many[7] });
    expect(await textsOf('number7', { packs: many })).toEqual(['leave number7 again']);
  });

  test('a search that runs out of time says so, without the question', async () => {
    await stage(
      searchedPassages(Array.from({ length: 4_000 }, (_, n) => `word${n % 50} word${n % 70} text${n}`)),
    );
    const text = Array.from({ length: 64 }, (_, n) => `word${n}`).join(' ');
    const searches = Array.from({ length: 50 }, () => find(text, { limit: 100, timeoutMs: 1 }));
    const failures = (await Promise.allSettled(searches)).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) {
      expect(failure).toMatchObject({ kind: 'timeout', message: 'the passage search ran out of time' });
    }
    expect(await find('word1', { timeoutMs: 60_000 })).not.toEqual([]);
  });
}
