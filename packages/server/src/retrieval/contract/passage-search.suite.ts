import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PackId, TenantId } from '../../interfaces/identity.ts';
import type { Passage, PassageSearch } from '../../interfaces/passage-search.ts';

export interface OpenedPassageSearch {
  readonly search: PassageSearch;
  /** A second way in to the same data, as another process would have it. */
  openAgain(): Promise<PassageSearch>;
  /** Closes what was opened and removes the data. */
  dispose(): Promise<void>;
}

const tenant: TenantId = 'ten_01h455vb4pex5vsknk084sn02q';
const otherTenant: TenantId = 'ten_01h455vb4pex5vsknk084sn02r';
const pack: PackId = 'pack_01h455vb4pex5vsknk084sn02s';
const otherPack: PackId = 'pack_01h455vb4pex5vsknk084sn02t';

function passageOf(text: string, given: Partial<Passage> = {}): Passage {
  return {
    kind: 'document',
    pack: { packId: pack, version: 1 },
    documentId: 'doc_01h455vb4pex5vsknk084sn02v',
    ordinal: 0,
    headings: '',
    text,
    start: 0,
    end: [...text].length,
    ...given,
  };
}

const hostileTexts = [
  ...'|?!.,;|"|\'|\\\\|* ?|leave*|"leave|NOT leave|-leave|title:leave|(((|leave~9|^|; DROP TABLE x; --|{"match": 1}|%|_'.split(
    '|',
  ),
  ...[' \n\t', '\0', '\ud800', '😀', '漢字', 'the of and', 'é\u0301\u0301'],
  ...['x'.repeat(32_000), 'a b '.repeat(8_000), 'leave '.repeat(5_000)],
];

const noProgress = () => undefined;

/** What every passage search must do. `open` gives an empty one. */
export function describePassageSearch(name: string, open: () => Promise<OpenedPassageSearch>): void {
  describe(`${name}: a passage search`, () => {
    let opened: OpenedPassageSearch;
    let search: PassageSearch;

    beforeEach(async () => {
      opened = await open();
      search = opened.search;
    });

    afterEach(async () => {
      await opened.dispose();
    });

    const find = async (
      text: string,
      given: Partial<Parameters<PassageSearch['search']>[1]> = {},
      tenantId = tenant,
    ) =>
      await search.search(tenantId, {
        text,
        packs: [{ packId: pack, version: 1 }],
        limit: 10,
        timeoutMs: 10_000,
        ...given,
      });
    const textsOf = async (...args: Parameters<typeof find>) => (await find(...args)).map((hit) => hit.text);

    test('finds nothing where nothing was ever added', async () => {
      expect(await find('leave')).toEqual([]);
      await search.prune(tenant, { packId: pack, keep: null });
      await search.add(tenant, [], noProgress);
      expect(await find('leave')).toEqual([]);
    });

    test('gives back every field of a passage as it was added', async () => {
      const passage = passageOf('Ünïcode 😀 "quotes" \\ and \n line breaks', {
        kind: 'curated',
        documentId: 'qna_01h455vb4pex5vsknk084sn02w',
        ordinal: 7,
        headings: 'Book › It’s a part',
        start: 11,
        end: 50,
      });
      await search.add(tenant, [passage], noProgress);
      const [hit] = await find('quotes');
      expect(hit).toEqual({ ...passage, score: expect.any(Number) });
      expect(hit?.score).toBeGreaterThan(0);
    });

    test('searches only the packs and versions named', async () => {
      await search.add(tenant, [passageOf('leave one')], noProgress);
      await search.add(tenant, [passageOf('leave two', { pack: { packId: pack, version: 2 } })], noProgress);
      await search.add(
        tenant,
        [passageOf('leave other', { pack: { packId: otherPack, version: 1 } })],
        noProgress,
      );
      expect(await textsOf('leave')).toEqual(['leave one']);
      expect(await textsOf('leave', { packs: [{ packId: pack, version: 2 }] })).toEqual(['leave two']);
      expect(await textsOf('leave', { packs: [{ packId: pack, version: 3 }] })).toEqual([]);
      expect(await textsOf('leave', { packs: [] })).toEqual([]);
      const both = [
        { packId: pack, version: 2 },
        { packId: otherPack, version: 1 },
      ] as const;
      expect((await textsOf('leave', { packs: both })).sort()).toEqual(['leave other', 'leave two']);
    });

    test.each([
      ['a few versions', 3],
      ['a version each', 10_000],
    ])('searches in ten thousand packs at once, of %s', async (_, versions) => {
      const packs = Array.from({ length: 10_000 }, (_, n) => ({
        packId: `pack_01h455vb4pex5vsknk0${String(n).padStart(7, '0')}` as const,
        version: 1 + (n % versions),
      }));
      const passages = packs
        .slice(0, 500)
        .map((one, ordinal) => passageOf(`leave ${ordinal}`, { pack: one, ordinal }));
      const other = { packId: packs[7]?.packId ?? pack, version: 20_000 };
      await search.add(tenant, [...passages, passageOf('leave 7', { pack: other })], noProgress);
      expect(await find('7', { packs })).toMatchObject([{ text: 'leave 7', pack: packs[7] }]);
      expect(await textsOf('leave', { packs, limit: 100 })).toHaveLength(100);
      expect(await textsOf('7', { packs: packs.slice(8) })).toEqual([]);
    });

    test('tenants see nothing of one another, and clean up nothing of one another', async () => {
      await search.add(tenant, [passageOf('leave of the one')], noProgress);
      await search.add(otherTenant, [passageOf('leave of the other')], noProgress);
      expect(await textsOf('leave')).toEqual(['leave of the one']);
      expect(await textsOf('leave', {}, otherTenant)).toEqual(['leave of the other']);
      await search.prune(otherTenant, { packId: pack, keep: null });
      expect(await textsOf('leave')).toEqual(['leave of the one']);
      expect(await textsOf('leave', {}, otherTenant)).toEqual([]);
    });

    test('ranks a passage with all the words first, and a rare word above common ones', async () => {
      const common = Array.from({ length: 30 }, (_, n) =>
        passageOf(`The holiday request is number ${n} of many requests`, { ordinal: n }),
      );
      await search.add(
        tenant,
        [
          ...common,
          passageOf('A sabbatical follows ten years', { ordinal: 90 }),
          passageOf('A sabbatical holiday request form', { ordinal: 91 }),
        ],
        noProgress,
      );
      const texts = await textsOf('sabbatical holiday request', { limit: 3 });
      expect(texts[0]).toBe('A sabbatical holiday request form');
      expect(texts[1]).toBe('A sabbatical follows ten years');
    });

    test('headings are searched with the text', async () => {
      await search.add(
        tenant,
        [
          passageOf('Twenty days.', { headings: 'Handbook › Parental leave' }),
          passageOf('Ten days.', { ordinal: 1 }),
        ],
        noProgress,
      );
      expect(await textsOf('parental leave days')).toEqual(['Twenty days.', 'Ten days.']);
    });

    test('case, accents and endings make no difference', async () => {
      await search.add(tenant, [passageOf('Managers approved the CAFÉ expenses')], noProgress);
      for (const text of ['approve', 'APPROVING', 'cafe', 'expense', 'manager'])
        expect(await textsOf(text), text).toHaveLength(1);
      expect(await textsOf('holiday')).toEqual([]);
    });

    test('best first, and never more than the limit', async () => {
      const passages = Array.from({ length: 40 }, (_, n) =>
        passageOf(`leave ${'word '.repeat(n)}`.trim(), { ordinal: n }),
      );
      await search.add(tenant, passages, noProgress);
      const hits = await find('leave', { limit: 7 });
      expect(hits).toHaveLength(7);
      const scores = hits.map((hit) => hit.score);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
      expect(await find('leave', { limit: 0 })).toEqual([]);
      expect(await find('leave', { limit: 1_000_000 })).toHaveLength(40);
    });

    test('equal texts come in one order always', async () => {
      const passages = Array.from({ length: 20 }, (_, n) => passageOf('leave', { ordinal: 19 - n }));
      await search.add(tenant, passages, noProgress);
      const ordinals = (await find('leave', { limit: 20 })).map((hit) => hit.ordinal);
      expect(ordinals).toEqual([...ordinals].sort((one, other) => one - other));
    });

    test('no text is an error, and none is taken for syntax', async () => {
      await search.add(
        tenant,
        [passageOf('leave AND holiday'), passageOf('something else', { ordinal: 1 })],
        noProgress,
      );
      for (const text of hostileTexts) {
        const hits = await find(text);
        expect(
          hits.every((hit) => hit.text.startsWith('leave')),
          text.slice(0, 40),
        ).toBe(true);
      }
      expect(await textsOf('NOT leave')).toEqual(['leave AND holiday']);
      const many = Array.from({ length: 5_000 }, (_, n) => `word${n}`).join(' ');
      expect(await textsOf(`${many} leave`)).toEqual(['leave AND holiday']);
    });

    test('refuses ids and versions that are none', async () => {
      const packs = [{ packId: "pack_x' OR '1'='1" as PackId, version: 1 }];
      await search.add(tenant, [passageOf('leave')], noProgress);
      await expect(find('leave', { packs })).rejects.toThrow(RangeError);
      await expect(find('leave', { packs: [{ packId: pack, version: 1.5 }] })).rejects.toThrow(RangeError);
      await expect(find('leave', {}, '../x' as TenantId)).rejects.toThrow(RangeError);
      await expect(
        search.prune(tenant, { packId: "pack_x' OR true --" as PackId, keep: null }),
      ).rejects.toThrow(RangeError);
    });

    test('reports progress up to the number added', async () => {
      const seen: number[] = [];
      const passages = Array.from({ length: 4_500 }, (_, n) => passageOf(`leave ${n}`, { ordinal: n }));
      await search.add(tenant, passages, (added) => seen.push(added));
      expect(seen.at(-1)).toBe(4_500);
      expect(seen).toEqual([...seen].sort((one, other) => one - other));
      expect(await textsOf('4499')).toEqual(['leave 4499']);
    });

    test('prune keeps the one version and no other', async () => {
      for (const version of [1, 2, 3])
        await search.add(
          tenant,
          [passageOf(`leave v${version}`, { pack: { packId: pack, version } })],
          noProgress,
        );
      await search.add(
        tenant,
        [passageOf('leave other', { pack: { packId: otherPack, version: 1 } })],
        noProgress,
      );
      const everything = [1, 2, 3]
        .map((version) => ({ packId: pack, version }))
        .concat([{ packId: otherPack, version: 1 }]);
      await search.prune(tenant, { packId: pack, keep: 2 });
      expect((await textsOf('leave', { packs: everything })).sort()).toEqual(['leave other', 'leave v2']);
      await search.prune(tenant, { packId: pack, keep: null });
      expect(await textsOf('leave', { packs: everything })).toEqual(['leave other']);
      await search.add(
        tenant,
        [passageOf('leave again', { pack: { packId: pack, version: 4 } })],
        noProgress,
      );
      expect(await textsOf('leave', { packs: [{ packId: pack, version: 4 }] })).toEqual(['leave again']);
    });

    test('sees what another process has added, and outlives what it has pruned', async () => {
      await search.add(tenant, [passageOf('leave one')], noProgress);
      expect(await textsOf('leave')).toEqual(['leave one']);
      const other = await opened.openAgain();
      await other.add(tenant, [passageOf('leave two', { pack: { packId: pack, version: 2 } })], noProgress);
      expect(await textsOf('leave', { packs: [{ packId: pack, version: 2 }] })).toEqual(['leave two']);
      await other.prune(tenant, { packId: pack, keep: 2 });
      await other.close();
      expect(await textsOf('leave', { packs: [{ packId: pack, version: 2 }] })).toEqual(['leave two']);
      expect(await textsOf('leave')).toEqual([]);
    });

    test('searches go on whole while packs are added and pruned', async () => {
      await search.add(
        tenant,
        [passageOf('leave kept', { pack: { packId: otherPack, version: 1 } })],
        noProgress,
      );
      let busy = true;
      const packs = [{ packId: otherPack, version: 1 }];
      const searching = (async () => {
        let searches = 0;
        for (; busy; searches += 1) expect(await textsOf('leave', { packs })).toEqual(['leave kept']);
        return searches;
      })();
      const other = await opened.openAgain();
      for (const version of [1, 2, 3]) {
        await Promise.all([
          other.add(tenant, [passageOf('leave', { pack: { packId: pack, version } })], noProgress),
          search.add(
            tenant,
            [passageOf('leave', { pack: { packId: pack, version: version + 10 } })],
            noProgress,
          ),
        ]);
        await other.prune(tenant, { packId: pack, keep: version });
      }
      busy = false;
      expect(await searching).toBeGreaterThan(0);
      await other.close();
    });
  });
}
