import { expect, test } from 'vitest';
import {
  type OpenPassageSearchForTest,
  passageOf,
  searchedPassages,
  useSearchedPacks,
} from './searched-packs.suite.ts';

const hostileTexts = [
  ...'|?!.,;|"|\'|\\\\|* ?|leave*|"leave|NOT leave|-leave|title:leave|(((|leave~9|^|; DROP TABLE x; --|{"match": 1}|%|_'.split(
    '|',
  ),
  ...[' \n\t', '\0', '\ud800', '😀', '漢字', 'the of and', 'é\u0301\u0301', '__proto__ constructor'],
  ...['x'.repeat(32_000), 'a b '.repeat(8_000), 'leave '.repeat(5_000)],
];

export function describeKeywordSearch(open: OpenPassageSearchForTest): void {
  const packs = useSearchedPacks(open);
  const { stage, find, textsOf } = packs;

  test('gives back every field of a passage as it was added', async () => {
    const passage = passageOf('Ünïcode 😀 "quotes" \\ and \n line breaks\0', {
      documentId: 'doc_01h455vb4pex5vsknk084sn02w',
      revision: 12,
      ordinal: 7,
      headings: 'Book › It’s a part',
      start: 11,
      end: 50,
      groups: ['b', 'a'],
      validFromMs: 5,
      validUntilMs: 2_000_000_000_000,
    });
    await stage([passage, passageOf('Something else')]);
    const hits = await find('quotes', { groups: ['a'] });
    expect(hits).toEqual([
      {
        ...passage,
        groups: expect.arrayContaining(['a', 'b']),
        pack: { packId: expect.any(String), version: 1 },
        score: expect.any(Number),
        wordScore: expect.any(Number),
        vectorScore: null,
        alsoAt: [],
      },
    ]);
    expect(hits[0]?.wordScore).toBeGreaterThan(0);
  });

  test('ranks a passage with all the words first, and a rare word above common ones', async () => {
    await stage(
      searchedPassages([
        ...Array.from({ length: 30 }, (_, n) => `The holiday request is number ${n} of many requests`),
        'A sabbatical follows ten years',
        'A sabbatical holiday request form',
      ]),
    );
    const texts = await textsOf('sabbatical holiday request', { limit: 3 });
    expect(texts[0]).toBe('A sabbatical holiday request form');
    expect(texts[1]).toBe('A sabbatical follows ten years');
  });

  test('a word said more often, and in fewer words, counts more', async () => {
    await stage(
      searchedPassages([
        `leave ${'and many other words besides '.repeat(10)}`,
        'leave on other days',
        'leave, leave and leave',
        'nothing of the kind',
      ]),
    );
    expect(await textsOf('leave')).toEqual([
      'leave, leave and leave',
      'leave on other days',
      expect.stringContaining('besides'),
    ]);
  });

  test('headings are searched with the text', async () => {
    await stage([
      passageOf('Twenty days.', { headings: 'Handbook › Parental leave' }),
      passageOf('Ten days.', { ordinal: 1 }),
    ]);
    expect(await textsOf('parental leave days')).toEqual(['Twenty days.', 'Ten days.']);
  });

  test('case, accents, endings and spelling make no difference', async () => {
    await stage(
      searchedPassages(['Managers approved the CAFÉ expenses by e-mail for v2.5', 'Unlike anything']),
    );
    for (const text of ['approve', 'APPROVING', 'cafe', 'expense', 'manager', 'email', 'E-Mail', 'v2.5'])
      expect(await textsOf(text), text).toHaveLength(1);
    expect(await textsOf('holiday')).toEqual([]);
  });

  test('a day is found where a range or the weekend holds it', async () => {
    await stage(searchedPassages(['Open Mon–Thu from nine', 'Closed at weekends', 'Tea and cakes']));
    expect(await textsOf('on wednesday')).toEqual(['Open Mon–Thu from nine']);
    expect(await textsOf('saturdays')).toEqual(['Closed at weekends']);
  });

  test('finds words in scripts without spaces', async () => {
    await stage(
      searchedPassages(['有給休暇は年間二十日です。', '経費は月末に精算します。', 'วันหยุดประจำปีมียี่สิบวัน']),
    );
    expect((await textsOf('有給休暇'))[0]).toContain('有給休暇');
    expect((await textsOf('精算'))[0]).toContain('精算');
    expect((await textsOf('วันหยุด'))[0]).toContain('วันหยุด');
  });

  test('best first, and never more than the limit', async () => {
    await stage(searchedPassages(Array.from({ length: 40 }, (_, n) => `leave ${'word '.repeat(n)}`.trim())));
    const hits = await find('leave', { limit: 7 });
    expect(hits).toHaveLength(7);
    const scores = hits.map((hit) => hit.score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(await find('leave', { limit: 0 })).toEqual([]);
    expect(await find('leave', { limit: -1 })).toEqual([]);
    expect(await find('leave', { limit: Number.NaN })).toEqual([]);
    expect(await find('leave', { limit: 1_000_000 })).toHaveLength(40);
  });

  test('equal scores come in one order always', async () => {
    await stage(Array.from({ length: 20 }, (_, n) => passageOf(`leave w${n}`, { ordinal: 19 - n })));
    const ordinals = (await find('leave', { limit: 20 })).map((hit) => hit.ordinal);
    expect(ordinals).toEqual([...ordinals].sort((one, other) => one - other));
  });

  test('no text is an error, and none is taken for syntax', async () => {
    await stage(searchedPassages(['leave AND holiday', 'something else']));
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

  test('texts of any kind can be filed', async () => {
    await stage(searchedPassages([...hostileTexts.filter((text) => text.isWellFormed()), 'leave w']));
    expect(await textsOf('title:leave')).toContain('title:leave');
    expect(await textsOf('__proto__ constructor')).toEqual(['__proto__ constructor']);
  });
}
