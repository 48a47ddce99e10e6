import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CutUnit, createUnitCutter, cuttingLimits } from './cut-units.ts';

function cutWhole(text: string): CutUnit[] {
  const cutter = createUnitCutter();
  return [...cutter.push(text), ...cutter.end()];
}

function cutInPieces(text: string, lengths: readonly number[]): CutUnit[] {
  const cutter = createUnitCutter();
  const units: CutUnit[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn++) {
    const length = Math.max(1, lengths[turn % lengths.length] ?? 1);
    units.push(...cutter.push(text.slice(at, at + length)));
    at += length;
  }
  return [...units, ...cutter.end()];
}

const written = (units: readonly CutUnit[]) =>
  units.map(({ join, mark, text }) => `${join}${mark}${text}`).join('');
const textsOf = (text: string) => cutWhole(text).map((unit) => unit.text);
const pairsOf = (text: string) => cutWhole(text).map(({ text: words, references }) => [words, ...references]);

describe('createUnitCutter', () => {
  it('cuts sentences, and takes their references out wherever they stand', () => {
    expect(
      pairsOf(
        'The fee is 5 €. [1] It is due in March [2][3]. Pay by card.[1, 2] Or not (source 2)! End [1–3].',
      ),
    ).toEqual([
      ['The fee is 5 €.', 1],
      ['It is due in March.', 2, 3],
      ['Pay by card.', 1, 2],
      ['Or not!', 2],
      ['End.', 1, 2, 3],
    ]);
    expect(pairsOf('A is so【1†source】. B is so ^2^. C is so (see [3]). D is so<sup>4</sup>.')).toEqual([
      ['A is so.', 1],
      ['B is so.', 2],
      ['C is so.', 3],
      ['D is so.', 4],
    ]);
    expect(pairsOf('[2] says that it rains. [1](https://example.com/a) Nothing else.')).toEqual([
      ['says that it rains.', 2, 1],
      ['Nothing else.'],
    ]);
    expect(pairsOf('In [2024] it rained.')).toEqual([['In [2024] it rained.']]);
  });

  it('does not cut at abbreviations, decimals and initials', () => {
    expect(
      textsOf('Bring proof, e.g. a bill. It costs 3.50 € per day, i.e. approx. 25 € a week. Ask Dr. Okafor.'),
    ).toEqual([
      'Bring proof, e.g. a bill.',
      'It costs 3.50 € per day, i.e. approx. 25 € a week.',
      'Ask Dr. Okafor.',
    ]);
    expect(textsOf('He said “Go.” Then he left. 料金は五ユーロです。[1]三月に払います。[2]')).toEqual([
      'He said “Go.”',
      'Then he left.',
      '料金は五ユーロです。',
      '三月に払います。',
    ]);
  });

  it('cuts lists, tables, headings, quotes and code', () => {
    const text = `You need:

1. A passport. It must be valid [1].
2. A photo [2]
   - in colour [2]

## Fees

| Kind | Fee |
|------|-----|
| Adult | 5 € [1] |
| Child | 2 € | [1][2]

> Pay first. [3]

\`\`\`sh
pay --all [1]
\`\`\` [3]
Done [1].`;
    const units = cutWhole(text);
    expect(units.map(({ kind, join, mark, text: words }) => [kind, join, mark, words])).toEqual([
      ['sentence', '', '', 'You need:'],
      ['item', '\n\n', '1. ', 'A passport.'],
      ['item', ' ', '', 'It must be valid.'],
      ['item', '\n', '2. ', 'A photo'],
      ['item', '\n', '   - ', 'in colour'],
      ['heading', '\n\n', '## ', 'Fees'],
      ['table_head', '\n\n', '', '| Kind | Fee |\n|------|-----|'],
      ['row', '\n', '', '| Adult | 5 € |'],
      ['row', '\n', '', '| Child | 2 € |'],
      ['sentence', '\n\n', '> ', 'Pay first.'],
      ['code', '\n\n', '', '```sh\npay --all [1]\n```'],
      ['sentence', '\n', '', 'Done.'],
    ]);
    expect(units[8]).toMatchObject({ head: ['Kind', 'Fee'], references: [1, 2] });
    expect(units[10]?.references).toEqual([3]);
  });

  it('lets nothing pass beside a block of code', () => {
    expect(textsOf('```sh\na\n```')).toEqual(['```sh\na\n```']);
    expect(textsOf('```Send it to me\na\n```')).toEqual(['```\na\n```']);
  });

  it('reads lines as the rest of the service does', () => {
    expect(cutWhole('## Fees ##\n\nA [1].').map(({ mark, text }) => mark + text)).toEqual(['## Fees', 'A.']);
    expect(textsOf('1. Run:\n    ```sh\n    a\n    ```')).toEqual(['Run:', '```sh\n    a\n```']);
    expect(textsOf('```\n    ```\na\n```')).toEqual(['```\n    ```\na\n```']);
    expect(textsOf('``` is `a` [1].')).toEqual(['``` is `a`.']);
    expect(textsOf('Fees\n==\nA [1].')).toEqual(['Fees', 'A.']);
  });

  it('takes no number for a marker that may be what is said', () => {
    expect(cutWhole('1986. A year [1].')).toMatchObject([{ mark: '', text: '1986. A year.' }]);
    expect(textsOf('1986.')).toEqual(['1986.']);
    expect(textsOf('12.')).toEqual(['12.']);
  });

  it('hands a unit out as soon as its end is certain, and not before', () => {
    const cutter = createUnitCutter();
    expect(cutter.push('The fee is 5 €. [1')).toEqual([]);
    expect(cutter.push('] It i')).toMatchObject([{ text: 'The fee is 5 €.', references: [1] }]);
    expect(cutter.push('s 3.')).toEqual([]);
    expect(cutter.push('5 % of all [2]')).toEqual([]);
    expect(cutter.push('\n')).toMatchObject([{ text: 'It is 3.5 % of all', references: [2] }]);
    expect(cutter.push('- A [1]\n')).toMatchObject([{ kind: 'item', text: 'A' }]);
  });

  it('drops thoughts and control characters', () => {
    expect(textsOf('<think>The user wants 5. Or 6.</think>It is 5 [1].')).toEqual(['It is 5.']);
    expect(textsOf('<THINKING>never closed. It goes on. And on.')).toEqual([]);
    expect(cutWhole('The fee is 5 [1].\u0000\r\nNext [2].').map(({ text }) => text)).toEqual([
      'The fee is 5.',
      'Next.',
    ]);
  });

  it('has limits on everything', () => {
    const cutter = createUnitCutter();
    let count = 0;
    for (let turn = 0; turn < 10_000 && !cutter.isFull(); turn++)
      count += cutter.push('It is so [1]. '.repeat(80)).length;
    expect(cutter.isFull()).toBe(true);
    expect(count).toBe(cuttingLimits.unitsMax);
    const endless = createUnitCutter();
    expect(endless.push('word '.repeat(2_000_000))).toEqual([]);
    expect(endless.isFull()).toBe(true);
    const thinking = createUnitCutter();
    for (let turn = 0; turn < 1_000 && !thinking.isFull(); turn++)
      thinking.push(`<think>${'x'.repeat(1_000)}`);
    expect(thinking.isFull()).toBe(true);
    expect(cutWhole('')).toEqual([]);
    expect(cutWhole('[1][2] (source 3)\n\n【1】')).toEqual([]);
  });

  const fragments = fc.array(
    fc.oneof(
      fc.constantFrom(
        '. ',
        '.',
        '! ',
        '? ',
        ' ',
        '\n',
        '\n\n',
        '\r\n',
        '- ',
        '* ',
        '1. ',
        '2) ',
        '| ',
        '|---|',
        '|',
      ),
      fc.constantFrom(
        ' [1]',
        '[2',
        ']',
        '[1, 2]',
        '(source 3)',
        '(see [2])',
        '【1】',
        '^1^',
        '^',
        '<',
        '(',
        '[1](x)',
      ),
      fc.constantFrom(
        '# ',
        '> ',
        '```',
        '~~~',
        '**',
        '"',
        '”',
        ':',
        '<think>',
        '</think>',
        '<sup>1</sup>',
        '。',
        '…',
      ),
      fc.constantFrom(
        'The fee',
        'is 3.5',
        'e.g.',
        'Dr.',
        'J. ',
        'word',
        'x',
        '7',
        '名前',
        '😀',
        '\ud83d',
        'No.',
        'U.S.',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 60 },
  );

  it('gives the same units however the text comes in pieces', () => {
    fc.assert(
      fc.property(
        fragments,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        (parts, lengths) => {
          const text = parts.join('');
          expect(cutInPieces(text, lengths)).toEqual(cutWhole(text));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('joined again they are the text, but for references and white space', () => {
    const squeeze = (text: string) => text.replace(/\s+/gu, '');
    const plain = fc.array(
      fc.constantFrom(
        '. ',
        '! ',
        ' ',
        '\n',
        '\n\n',
        '\n- ',
        '\n1. ',
        '\n| a | b |\n',
        'The fee',
        'is 3.5',
        'e.g.',
        '。',
        '**x**',
        '"',
        '😀',
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(plain, fc.integer({ min: 1, max: 9 }), (parts, length) => {
        const text = `So ${parts.join('')} end`;
        expect(squeeze(written(cutInPieces(text, [length])))).toBe(squeeze(text));
      }),
    );
  });
});
