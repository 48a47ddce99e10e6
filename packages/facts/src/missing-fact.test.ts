import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { missingFacts } from './missing-fact.ts';
import { readFacts } from './read-facts.ts';
import { readSourceFacts } from './read-source-facts.ts';

const missing = (text: string, quote: string, { title = '', asked = '' } = {}) =>
  missingFacts(readFacts(text), {
    quoted: [readSourceFacts(quote)],
    above: [readSourceFacts(title)],
    asked: readSourceFacts(asked),
  });

describe('what the quote contains', () => {
  test.each<[string, string]>([
    ['You get 27 days of paid leave a year.', 'You get 27 days of paid leave of absence a year.'],
    ['You get thirty days.', 'Staff are given 30 days of leave.'],
    ['It costs 1,500 EUR.', 'Es kostet 1.500 €.'],
    ['The deadline is 15 November.', 'Apply until 2026-11-15.'],
    ['It closes at 5 pm.', 'The office closes at 17:00.'],
    ['You get at least 12 days.', 'The minimum is 12 days.'],
    ['You get one day.', 'You are given a day off.'],
    ['You may not smoke.', 'Smoking is prohibited.'],
    ['Refunds are not possible.', 'We do not give refunds.'],
    ['Ask the NHS.', 'Ask the National Health Service.'],
    ['He calls it “a fine day”.', "He says it's **a fine day** now."],
    ['Set `MAX_SIZE`.', 'Set `MAX_SIZE` to 5.'],
    ['Only managers may approve it.', 'It is approved by managers only.'],
    ['Prices include VAT.', 'Prices include VAT, and exclude postage.'],
    ['Voll\u00adzeit gilt.', 'Vollzeit gilt.'],
    ['You must sign it.', 'Sign it.'],
    ['You have to wear a badge.', 'A badge is mandatory.'],
    ['You can export it in the settings.', 'To export it, you must open the settings.'],
    ['It pays 200 euros.', 'It pays 200 euros a year.'],
    ['It pays 200 euros each year.', 'It pays 200 euros annually.'],
    ['Dogs may enter.', 'Dogs may enter, but cats may not.'],
  ])('%s ← %s', (text, quote) => {
    expect(missing(text, quote)).toEqual([]);
  });
});

describe('what does not', () => {
  test.each<[string, string, string]>([
    ['You get 31 days.', 'Staff are given 30 days.', 'number'],
    ['You get 30 weeks.', 'Staff are given 30 days.', 'number'],
    ['You get 5 days.', 'You get 5 business days.', 'number'],
    ['It costs 30 EUR.', 'It costs $30.', 'number'],
    ['It costs 1,500 EUR.', 'It costs 1.5 EUR.', 'number'],
    ['Apply by 15 October.', 'Apply by 15 November.', 'date'],
    ['It opens on Monday.', 'It opens on Tuesday.', 'date'],
    ['It closes at 5 pm.', 'It closes at 5 am.', 'time'],
    ['You get at most 12 days.', 'You get at least 12 days.', 'bound, opposite'],
    ['Apply after 15 May.', 'Apply before 15 May.', 'bound'],
    ['Ask Jane Brun.', 'Ask Jane Okafor.', 'name'],
    ['He said "we lost".', 'He said that they had lost.', 'quotation'],
    ['See https://a.example/b.', 'See https://a.example/c.', 'address'],
    ['Set `MIN_SIZE`.', 'Set `MAX_SIZE`.', 'code'],
    ['Dogs may not enter the shop.', 'Dogs may enter the shop.', 'negation added'],
    ['Dogs may enter the shop.', 'Dogs may not enter the shop.', 'negation dropped'],
    ['Repairs are paid up to 200 euros a week.', 'Repairs are paid up to 200 euros a year.', 'number'],
    ['You must take a break.', 'You should take a break.', 'modality'],
    ['You must take a break.', 'You may take a break.', 'modality'],
    ['You may wear a badge.', 'You must wear a badge.', 'modality'],
    ['It always takes a day.', 'It usually takes a day.', 'modality'],
    ['Use them after 31 March.', 'Use them before 31 March.', 'bound, opposite'],
    ['It closes before 5 pm.', 'It closes after 5 pm.', 'bound, opposite'],
    [
      'Leave can be exchanged for money.',
      'Leave cannot be exchanged for money except at the end.',
      'negation dropped',
    ],
    ['Prices include VAT.', 'Prices exclude VAT.', 'opposite'],
    ['Part-time staff get a bonus.', 'Full-time staff get a bonus.', 'opposite'],
    [
      "It's not always hard to find the right form.",
      "It's not always easy to find the right form.",
      'opposite',
    ],
    ['Tier 2 has a quota, and Tier 2 has none.', 'Tier 1 has a quota, and Tier 2 has none.', 'number'],
    ['Only managers approve travel.', 'Managers approve travel.', 'restriction added'],
    ['Staff may go unless it rains.', 'Staff may go.', 'exception added'],
  ])('%s ← %s: %s', (text, quote, kind) => {
    expect(missing(text, quote).join(', ')).toBe(kind);
  });
});

it('lets names come from above and from what was asked, and nothing else', () => {
  const quote = 'The office opens early.';
  expect(missing('The office in Berlin opens early.', quote)).toEqual(['name']);
  expect(missing('The office in Berlin opens early.', quote, { title: 'Berlin' })).toEqual([]);
  expect(missing('The office in Berlin opens early.', quote, { asked: 'And in Berlin?' })).toEqual([]);
  expect(missing('The office opens 5 times.', quote, { title: '5 times', asked: '5 times' })).toEqual([
    'number',
  ]);
  expect(missing('It opens "very early".', quote, { title: 'Very early', asked: 'very early?' })).toEqual([
    'quotation',
  ]);
});

it('takes a unit from the head of a table, and none from another sentence', () => {
  const [row, head] = [readSourceFacts('| Basic | 30 |'), readSourceFacts('| Plan | Price in EUR |')];
  const facts = readFacts('Basic costs 30 EUR.');
  expect(missingFacts(facts, { quoted: [row], above: [head], asked: null })).toEqual([]);
  const other = readSourceFacts('Prices are in EUR.');
  expect(missingFacts(facts, { quoted: [row, other], above: [], asked: null })).toEqual(['number']);
});

it('falls for every other digit of every number', () => {
  const number = fc.integer({ min: 10, max: 10_000_000 });
  fc.assert(
    fc.property(
      number,
      fc.nat(7),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('days', 'EUR', 'people'),
      (value, at, by, unit) => {
        const digits = [...String(value)];
        const place = at % digits.length;
        const changed = (Number(digits[place]) + by) % 10;
        fc.pre(place > 0 || changed > 0);
        const other = digits.with(place, String(changed)).join('');
        const quote = `The fund pays ${value} ${unit} in all.`;
        expect(missing(`The fund pays ${value} ${unit}.`, quote)).toEqual([]);
        expect(missing(`The fund pays ${other} ${unit}.`, quote)).toEqual(['number']);
      },
    ),
  );
});

it('finds nothing missing from what is quoted word for word', () => {
  const words = fc.constantFrom(
    ...'the office Berlin opens 5 30 days not only at least before Monday "early" 12:30 €20 never IBM foo_bar, or more. two dozen'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (some) => {
      // A mark without its other half would take in what follows.
      const text = some.join(' ');
      expect(missing(text, text)).toEqual([]);
    }),
  );
});

it('takes no longer than its length for hostile texts', () => {
  const hostile = [
    'a',
    '1',
    '"',
    "'",
    '1.',
    'a_',
    '/a',
    'no ',
    'Ab',
    '5 ',
    '`',
    '-',
    'at least ',
    '@a.',
    'May ',
  ];
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(Array.isArray(missing(text, text))).toBe(true);
  }
});
