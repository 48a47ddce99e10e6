import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';

const find = (text: string) => findPersonalData(text, { types: ['card'] });

/** The text with each card number replaced by `[card]`. */
function redacted(text: string): string {
  return find(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}[card]${rest.slice(end)}`,
    text,
  );
}

/** Arbitrary text in any script, including the characters that checks look for. */
const anyText = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.toWellFormed());

/** Appends the digit that makes the number valid, computed from the right. */
function withCheckDigit(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, index) =>
      index % 2 === 0 ? Math.floor(Number(digit) / 5) + Number(digit) * 2 : Number(digit),
    )
    .reduce((total, value) => total + (value % 10), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

const issuers = fc.constantFrom(
  ...([
    ['4', 13],
    ['4', 16],
    ['4', 19],
    ['51', 16],
    ['55', 16],
    ['2221', 16],
    ['2720', 16],
    ['34', 15],
    ['37', 15],
    ['300', 14],
    ['36', 14],
    ['38', 14],
    ['3528', 16],
    ['3589', 16],
    ['6011', 16],
    ['6011', 19],
    ['65', 16],
    ['62', 16],
    ['62', 17],
    ['62', 18],
    ['62', 19],
    ['5018', 13],
    ['6304', 19],
    ['6759', 16],
    ['2200', 16],
    ['9792', 16],
    ['6037', 16],
    ['8600', 16],
  ] as const),
);

/** A valid number of a known issuer. */
const cardNumbers = fc
  .tuple(issuers, fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 19, maxLength: 19 }))
  .map(([[prefix, length], digits]) => withCheckDigit((prefix + digits.join('')).slice(0, length - 1)))
  .filter((number) => new Set(number).size > 1);

const scripts = fc.constantFrom(
  '0123456789',
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳۴۵۶۷۸۹',
  '०१२३४५६७८९',
  '０１２３４５６７８９',
  '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
);

/** The number as people write it: without gaps, in groups of four, in the digits of another script. */
const writtenCards = fc
  .tuple(
    cardNumbers,
    fc.constantFrom('', ' ', '-', '\u00a0', ' - ', '\u200b', '\u2011', '\u2009', '.', '/'),
    scripts,
  )
  .map(([number, separator, script]) => {
    const grouped = (number.match(/.{1,4}/g) ?? []).join(separator);
    return grouped.replace(/\d/g, (digit) => [...script][Number(digit)] ?? '');
  });

const frames = fc.constantFrom(
  ['', ''],
  ['My card is ', ', thanks.'],
  ['Card number:', ''],
  ['(', ')'],
  ['"', '"'],
  ['我的卡号', '谢谢'],
  ['카드번호는', '입니다'],
  ['بطاقتي ', ' شكرا'],
  ['Name,', ',12/27,123'],
  ['in case ', ' fails'],
  ['', '. Then 5'],
);

describe('findCardNumbers', () => {
  it('finds every valid number of a known issuer, exactly', () => {
    fc.assert(
      fc.property(writtenCards, frames, (written, [before, after]) => {
        expect(redacted(`${before}${written}${after}`)).toBe(`${before}[card]${after}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('replaces all of several numbers, and nothing between them', () => {
    fc.assert(
      fc.property(fc.array(writtenCards, { minLength: 2, maxLength: 4 }), (cards) => {
        expect(redacted(cards.join(' and '))).toBe(cards.map(() => '[card]').join(' and '));
      }),
    );
    expect(redacted('4111 1111 1111 1111 5500 0000 0000 0004')).toBe('[card] [card]');
    expect(redacted('4111 1111 1111 1111 12 27 123')).toBe('[card] 12 27 123');
  });

  it('ignores a number with a wrong check digit', () => {
    fc.assert(
      fc.property(cardNumbers, fc.integer({ min: 1, max: 9 }), (number, shift) => {
        const last = (Number(number.at(-1)) + shift) % 10;
        expect(find(`Card ${number.slice(0, -1)}${last}`)).toEqual([]);
      }),
    );
  });

  it('ignores valid numbers that no issuer uses', () => {
    const unissued = fc.constantFrom(
      ...(['0', '1', '20', '32', '4/14', '4/15', '4/17', '51/15', '34/16', '59', '7', '90'] as const),
    );
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 19, maxLength: 19 });
    fc.assert(
      fc.property(unissued, digits, (start, rest) => {
        const [prefix = '', length = '16'] = start.split('/');
        const number = withCheckDigit((prefix + rest.join('')).slice(0, Number(length) - 1));
        expect(find(`Card ${number}`)).toEqual([]);
      }),
    );
  });

  it('does not begin a second number within the first', () => {
    const first = withCheckDigit('411142224333001');
    const second = withCheckDigit(`${first.slice(4)}000`);
    const groups = `${first}${second.slice(12)}`.match(/.{4}/g) ?? [];
    expect(redacted(groups.join(' '))).toBe(`[card] ${groups.at(-1)}`);
  });

  it('finds only digits and their separators in any text', () => {
    fc.assert(
      fc.property(anyText, writtenCards, (text, card) => {
        const around = `${text} ${card} ${text}`;
        for (const { start, end } of find(around)) {
          expect(around.slice(start, end)).toMatch(
            /^\p{Nd}[\p{Nd}\p{Zs}\p{Pd}\p{Default_Ignorable_Code_Point}./\n\r]*\p{Nd}$/u,
          );
        }
      }),
    );
  });

  it.each([
    ['digit by digit', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
    ['in eights', '41111111 11111111'],
    ['in odd groups', '411111 111111 1111'],
    ['as on the card', '3782 822463 10005'],
    ['with dots', '4111.1111.1111.1111'],
    ['with slashes', '4111 / 1111 / 1111 / 1111'],
    ['over the end of a line', '4111 1111\n1111 1111'],
    ['after its name', 'Visa-4111111111111111'],
    ['in twos, when it is called a card', 'my card: 41 11 11 11 11 11 11 11'],
  ])('finds a number written %s', (_, text) => {
    expect(redacted(text)).toContain('[card]');
  });

  it.each([
    ['an order', 'order number 4111111111111111'],
    ['an order, in short', 'Order no. 4111111111111111'],
    ['an order, as a code', 'INV-4111111111111111'],
    ['a parcel', 'tracking: 4111111111111111'],
    ['a path', 'https://example.com/status/4111111111111111'],
    ['the start of a code', '4111111111111111-abc'],
    ['a telephone number', '+4111111111111111'],
    ['a telephone number in groups', '+4111 1111 1111 1111'],
    ['a serial number of a phone', 'IMEI 490154203237518'],
    ['a fraction', '0.4111111111111111'],
    ['a number with a fraction', '4111111111111111.25'],
    ['a time in milliseconds', '1700000000000'],
    ['a time in microseconds', '1700000000000003'],
    ['a UUID', '41111111-1111-4111-8111-111111111111'],
    ['a UUID with letters', 'a1b2c3d4-5500-4000-8000-000000000abc'],
    ['part of a longer number', '41111111111111111111111'],
    ['part of a name', 'x4111111111111111'],
    ['part of another name', '4111111111111111_a'],
    ['zeros', '0000 0000 0000 0000'],
    ['one digit again and again', '5'.repeat(16)],
    ['numbers on lines of their own', '4111\n1111\n1111\n1111'],
    ['digits with dots in other groups', '41.11.11.11.11.11.11.11'],
    ['a number with dots within a longer one', '4111.1111.1111.1111.22'],
    ['a list of numbers', '4111, 1111, 1111, 1111'],
    ['a row of a table', '41 111 1111 11 1111 1'],
    ['numbers among others', '9 41111 111111 11111 7'],
    ['a date', '2024-01-15 2024-02-15'],
  ])('does not report %s as a card', (_, text) => {
    expect(find(text)).toEqual([]);
  });
});
