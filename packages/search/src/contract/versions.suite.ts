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

export function describeStagedVersions(open: OpenPassageSearchForTest): void {
  const packs = useSearchedPacks(open);
  const { stage, find, textsOf } = packs;
  const versionOf = (version: number): PackVersion => ({ packId, version });
  const missing = { kind: 'missing_version' };

  test('a version that is not there says so, and which it is', async () => {
    await expect(find('leave')).rejects.toMatchObject({ ...missing, pack: firstStaged });
    await stage([passageOf('leave')]);
    const wanted = { packs: [firstStaged, secondVersion] };
    await expect(find('leave', wanted)).rejects.toMatchObject({ ...missing, pack: secondVersion });
    expect(await packs.search.hasVersion(packs.tenant, firstStaged)).toBe(true);
    expect(await packs.search.hasVersion(packs.tenant, secondVersion)).toBe(false);
    await expect(stage([], { pack: versionOf(3), base: 2 })).rejects.toMatchObject(missing);
  });

  test('an empty version is a version', async () => {
    expect(await stage([])).toBe(0);
    expect(await packs.search.hasVersion(packs.tenant, firstStaged)).toBe(true);
    expect(await find('leave')).toEqual([]);
  });

  test('a version is its base without what was removed and with what was added', async () => {
    await stage([
      passageOf('leave kept', { documentId: 'doc_a' }),
      passageOf('leave old', { documentId: 'doc_b' }),
      passageOf('leave old too', { documentId: 'doc_b', ordinal: 1 }),
      passageOf('leave gone', { documentId: 'doc_c', revision: 4 }),
      passageOf('leave stays', { documentId: 'doc_c', revision: 5 }),
    ]);
    const count = await stage([passageOf('leave new', { documentId: 'doc_b', revision: 2 })], {
      pack: secondVersion,
      base: 1,
      removed: [
        { id: 'doc_b', revision: 1 },
        { id: 'doc_c', revision: 4 },
        { id: 'doc_unknown', revision: 1 },
      ],
    });
    expect(count).toBe(3);
    const second = (await textsOf('leave', { packs: [secondVersion] })).sort();
    expect(second).toEqual(['leave kept', 'leave new', 'leave stays']);
    expect(await textsOf('leave')).toHaveLength(5);
    expect(await textsOf('old', { packs: [secondVersion] })).toEqual([]);
  });

  test('staged again, a version is replaced', async () => {
    await stage([passageOf('leave one')]);
    expect(await textsOf('leave')).toEqual(['leave one']);
    await stage([passageOf('leave two')]);
    expect(await textsOf('leave')).toEqual(['leave two']);
  });

  test('a staging that is broken off leaves nothing', async () => {
    await stage([passageOf('leave one')]);
    async function* breakingOff() {
      yield [passageOf('leave two')];
      throw new Error('the source ended early');
    }
    const version = { pack: secondVersion, base: 1, removed: [], added: breakingOff() };
    await expect(packs.search.stageVersion(packs.tenant, version, () => undefined)).rejects.toThrow(
      'ended early',
    );
    expect(await packs.search.hasVersion(packs.tenant, secondVersion)).toBe(false);
    expect(await textsOf('leave')).toEqual(['leave one']);
  });

  test('a long chain of small versions stays right', async () => {
    await stage([passageOf('leave 1', { documentId: 'doc_1' })]);
    for (let version = 2; version <= 24; version += 1) {
      const removed = version % 3 === 0 ? [{ id: `doc_${version - 1}` as const, revision: 1 }] : [];
      const added = [passageOf(`leave ${version}`, { documentId: `doc_${version}` })];
      await stage(added, { pack: versionOf(version), base: version - 1, removed });
    }
    const numbersIn = async (version: number) =>
      (await textsOf('leave', { packs: [versionOf(version)], limit: 100 }))
        .map((text) => Number(text.slice(6)))
        .sort((one, other) => one - other);
    const expected = (version: number) =>
      Array.from({ length: version }, (_, n) => n + 1).filter((n) => (n + 1) % 3 !== 0 || n === version);
    for (const version of [1, 5, 9, 14, 24]) expect(await numbersIn(version)).toEqual(expected(version));
  });

  test('prune keeps the versions named and no other', async () => {
    for (const version of [1, 2, 3, 4])
      await stage([passageOf(`leave v${version}`)], { pack: versionOf(version) });
    const other = { packId: otherPackId, version: 1 };
    await stage([passageOf('leave other')], { pack: other });
    await packs.search.prune(packs.tenant, { packId, keep: [2, 4, 9] });
    expect(await textsOf('leave', { packs: [versionOf(2)] })).toEqual(['leave v2']);
    expect(await textsOf('leave', { packs: [versionOf(4)] })).toEqual(['leave v4']);
    for (const version of [1, 3, 9])
      await expect(find('leave', { packs: [versionOf(version)] })).rejects.toMatchObject(missing);
    await packs.search.prune(packs.tenant, { packId, keep: [] });
    expect(await packs.search.hasVersion(packs.tenant, versionOf(2))).toBe(false);
    expect(await textsOf('leave', { packs: [other] })).toEqual(['leave other']);
    await stage([passageOf('leave again')], { pack: versionOf(5) });
    expect(await textsOf('leave', { packs: [versionOf(5)] })).toEqual(['leave again']);
  });

  test('prune of what never was does nothing', async () => {
    await packs.search.prune(packs.tenant, { packId, keep: [1] });
    await stage([passageOf('leave')]);
    await packs.search.prune(packs.tenant, { packId, keep: [1] });
    expect(await textsOf('leave')).toEqual(['leave']);
  });

  test('versions that share words with pruned ones stay whole', async () => {
    await stage(searchedPassages(['leave a', 'leave b'], { documentId: 'doc_a' }));
    const added = searchedPassages(['leave a', 'leave c'], { documentId: 'doc_b' });
    await stage(added, { pack: secondVersion, base: 1, removed: [{ id: 'doc_a', revision: 1 }] });
    await stage([passageOf('leave d', { documentId: 'doc_d' })], { pack: versionOf(3), base: 2 });
    await packs.search.prune(packs.tenant, { packId, keep: [2, 3] });
    const second = await find('leave', { packs: [secondVersion] });
    expect(second.map(({ text, documentId, alsoAt }) => [text, documentId, alsoAt.length]).sort()).toEqual([
      ['leave a', 'doc_b', 0],
      ['leave c', 'doc_b', 0],
    ]);
    expect((await textsOf('leave', { packs: [versionOf(3)] })).sort()).toEqual([
      'leave a',
      'leave c',
      'leave d',
    ]);
  });

  test('sees what another process has staged, replaced and pruned', async () => {
    await stage([passageOf('leave one')]);
    expect(await textsOf('leave')).toEqual(['leave one']);
    const other = await packs.opened.openAgain();
    await stage([passageOf('leave two')], { pack: secondVersion, search: other });
    expect(await textsOf('leave', { packs: [secondVersion] })).toEqual(['leave two']);
    await stage([passageOf('leave afresh')], { pack: secondVersion, search: other });
    expect(await textsOf('leave', { packs: [secondVersion] })).toEqual(['leave afresh']);
    await other.prune(packs.tenant, { packId, keep: [2] });
    await other.close();
    expect(await textsOf('leave', { packs: [secondVersion] })).toEqual(['leave afresh']);
    await expect(find('leave')).rejects.toMatchObject(missing);
  });

  test('searches go on whole while versions are staged and pruned', async () => {
    await stage(searchedPassages(['leave kept', 'nothing']), { pack: versionOf(100) });
    let isBusy = true;
    const searching = (async () => {
      let searches = 0;
      for (; isBusy; searches += 1)
        expect(await textsOf('leave', { packs: [versionOf(100)] })).toEqual(['leave kept']);
      return searches;
    })();
    const other = await packs.opened.openAgain();
    for (const version of [1, 2, 3]) {
      const added = [passageOf(`leave ${version}`, { documentId: `doc_${version}` })];
      await Promise.all([
        stage(added, { pack: versionOf(version), base: 100, search: other }),
        stage(added, { pack: versionOf(version + 10), base: 100 }),
      ]);
      await other.prune(packs.tenant, { packId, keep: [100] });
    }
    isBusy = false;
    expect(await searching).toBeGreaterThan(0);
    await other.close();
  });

  test('reports progress up to the number added', async () => {
    const seen: number[] = [];
    const texts = Array.from({ length: 2_500 }, (_, n) => `leave ${n}`);
    expect(await stage(searchedPassages(texts), { onProgress: (done) => seen.push(done) })).toBe(2_500);
    expect(seen.at(-1)).toBe(2_500);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(await textsOf('2499')).toEqual(['leave 2499']);
  });
}
