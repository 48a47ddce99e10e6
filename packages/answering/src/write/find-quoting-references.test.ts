import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CutUnit, createUnitCutter } from './cut-units.ts';
import { findQuotingReferences } from './find-quoting-references.ts';

const words = 'Staff are given 30 days. Unused ones [2] end';

function cut(text: string, lengths: readonly number[] = [text.length]): CutUnit[] {
  const cutter = createUnitCutter({ withQuotes: true });
  const units: CutUnit[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const length = Math.max(1, lengths[turn % lengths.length] ?? 1);
    units.push(...cutter.push(text.slice(at, at + length)));
    at += length;
  }
  return [...units, ...cutter.end()];
}

const shown = (text: string) =>
  cut(text)
    .map(({ join, mark, text: said }) => `${join}${mark}${said}`)
    .join('');

describe('a reference with the words of its source', () => {
  it.each([
    `[1 "${words}"]`,
    `[1: "${words}"]`,
    `[1, “${words}”]`,
    `[1] "x" [source 1: «${words}»]`.slice(8),
    `[#1 – „${words}“]`,
    `["${words}" 1]`,
    `["${words}", [1]]`,
    `(1 "${words}")`,
    `(source 1: "${words}")`,
    `[[1] "${words}"]`,
    `[1 '${words}']`,
    `[1: ${words}]`.replace('[2] ', ''),
  ])('is taken out, with its number: %s', (reference) => {
    for (const text of [`You get 30 days. ${reference} Ask.`, `You get 30 days ${reference}. Ask.`]) {
      const [first, second] = cut(text);
      expect(first).toMatchObject({
        text: 'You get 30 days.',
        references: [1],
        quotes: [expect.stringMatching(/^Staff are given 30 days\. Unused ones (?:\[2\] )?end$/u)],
      });
      expect(second).toMatchObject({ text: 'Ask.', references: [] });
      expect(second).not.toHaveProperty('quotes');
    }
  });

  it('may have several quotations, and stand in an item, a row and beside others', () => {
    expect(cut('So. [1 "one two", "three"] [2 "four"] [3]')[0]).toMatchObject({
      references: [1, 2, 3],
      quotes: ['one two', 'three', 'four'],
    });
    expect(cut('So. [1 "one two"; 2 "four five"]')[0]).toMatchObject({
      references: [1, 2],
      quotes: ['one two', 'four five'],
    });
    const text =
      '- A photo [1 "a photo"]\n- A form. [2 "a form"]\n\n| A | B |\n|---|---|\n| 1 | 2 [1 "1 | 2"] |';
    expect(cut(text).map(({ text: said, quotes }) => [said, quotes])).toEqual([
      ['A photo', ['a photo']],
      ['A form.', ['a form']],
      ['| A | B |\n|---|---|', undefined],
      ['| 1 | 2 |', ['1 | 2']],
    ]);
  });

  it('may have none, and a sentence may have no reference at all', () => {
    expect(cut('You get 30 days. [1] Ask.')).toEqual([
      expect.objectContaining({ text: 'You get 30 days.', references: [1] }),
      expect.objectContaining({ text: 'Ask.' }),
    ]);
  });

  it.each([
    // Nothing closes the words, or the bracket, or both.
    ['You get 30 days. [1 "Staff are given 30 days. Ask.', 'You get 30 days. Ask.'],
    ['You get 30 days. [1 "Staff are given 30 days.\nAsk.', 'You get 30 days. Ask.'],
    ['You get 30 days. [1 "Staff are given 30 days] Ask.', 'You get 30 days. Ask.'],
    ['You get 30 days. [1 "Staff are given [2 "ask"] Ask.', 'You get 30 days. Ask.'],
    ['You get 30 days. ["Staff are given 30 days. Ask.', 'You get 30 days. Ask.'],
    ['You get 30 days. [1 "Staff are given 30 days" Ask. And go.', 'You get 30 days. And go.'],
    // They are beside the reference, or in two lines.
    ['You get 30 days. "Staff are given 30 days." [1] Ask.', 'You get 30 days. Ask.'],
    ['You get 30 days. [1] "Staff are given 30 days." Ask.', 'You get 30 days. Ask.'],
    ['You get 30 days. [1 "Staff are\ngiven 30 days"]\nAsk.', 'You get 30 days.\nAsk.'],
    [`You get 30 days. [1 "${'so '.repeat(300)}"] Ask.`, null],
  ])('is not shown either if it is broken: %s', (text, wanted) => {
    expect(shown(text)).not.toMatch(/["[\]]|Staff/u);
    if (wanted !== null) expect(shown(text).replace(/\s+/gu, ' ')).toBe(wanted.replace(/\s+/gu, ' '));
  });

  it('is not every bracket and quotation', () => {
    for (const text of [
      'The sign says "No entry" (and "No way").',
      'Set `["a"]` or ["a"] in 2024.',
      'It (the "fee for all") is 5 €.',
      'It takes [10 days of] 8 hours [1 hour].',
    ])
      expect(shown(text)).toBe(text);
    expect(shown('"No entry" is what it says.')).toBe('"No entry" is what it says.');
    expect(shown('"No entry." [1]')).toBe('"No entry."');
  });

  it('is nothing special if no words were asked for', () => {
    const cutter = createUnitCutter();
    const text = 'So it is [1 "one two"] there.';
    expect([...cutter.push(text), ...cutter.end()].map((unit) => unit.text)).toEqual([text]);
  });

  it('is cut alike however the text comes in pieces', () => {
    const part = fc.constantFrom(
      ...['You get 30 days.', ' ', '\n', '[1]', '[1 "', '"]', '["', ' "Staff are given." ', '- A photo'],
      ...[
        '[2 "a photo"]',
        '(1: “so it is”)',
        'Ask [2',
        ']',
        ' ends. ',
        '| a | b |\n',
        '```\n',
        '[1 "no end. ',
        '12',
        ...["[1 'it is so']", '[2: it is all so', " it's "],
      ],
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 14 }).map((parts) => parts.join('')),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        (text, lengths) => {
          expect(cut(text, lengths)).toEqual(cut(text));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('takes long and hostile texts', () => {
    for (const text of [
      '[1 "'.repeat(5_000),
      '[1 "a" '.repeat(3_000),
      '"]'.repeat(9_000),
      '["a" 1'.repeat(3_000),
    ]) {
      const before = process.threadCpuUsage();
      findQuotingReferences(text.slice(0, 8_600));
      const { user, system } = process.threadCpuUsage(before);
      expect(user + system).toBeLessThan(1_000_000);
    }
  });
});
