import fc from 'fast-check';
import { getCountrySpecifications, isValidBBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';

const find = (text: string) => findPersonalData(text, { types: ['iban'] });

/** The text with each number replaced by `[IBAN]`. */
function redacted(text: string): string {
  return find(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}[IBAN]${rest.slice(end)}`,
    text,
  );
}

/** Any text, in any script. */
const anyText = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.toWellFormed());

/** Divides the whole number at once, whereas the implementation goes digit by digit. */
function withCheckDigits(country: string, account: string): string {
  const spelt = Array.from(`${account}${country}00`, (character) => Number.parseInt(character, 36)).join('');
  return `${country}${String(98n - (BigInt(spelt) % 97n)).padStart(2, '0')}${account}`;
}

/** Account formats by country. Those with national check digits are too rare to be drawn at random: see below. */
const accountsByCountry = Object.entries(getCountrySpecifications()).flatMap(([country, specification]) => {
  const accounts = fc.stringMatching(new RegExp(specification.bban_regexp ?? '^$'));
  const isDrawn = fc.sample(accounts, { numRuns: 3, seed: 1 }).every((one) => isValidBBAN(one, country));
  return isDrawn ? [[country, accounts] as const] : [];
});
const ibans = fc
  .constantFrom(...accountsByCountry)
  .chain(([country, accounts]) => accounts.map((account) => withCheckDigits(country, account)))
  // No bank issues numbers with fewer digits, so texts are not searched for them.
  .filter((iban) => iban.replace(/\D/g, '').length >= 6);

const scripts = fc.constantFrom('0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９');
const writtenIbans = fc
  .tuple(ibans, fc.constantFrom('', ' ', '-', '\u00a0'), scripts, fc.boolean())
  .map(([iban, separator, script, small]) => {
    const grouped = (iban.match(/.{1,4}/g) ?? []).join(separator);
    const written = grouped.replace(/\d/g, (digit) => script[Number(digit)] ?? '');
    return small ? written.toLowerCase() : written;
  });

const frames = fc.constantFrom(
  ['', ''],
  ['Pay to ', ', please.'],
  ['IBAN:', ''],
  ['(', ')'],
  ['请转账到', '谢谢'],
  ['IBAN ', '. At 12.'],
  ['x,', ',9'],
);

describe('findIbanNumbers', () => {
  it('is tested with numbers of most countries', () => {
    expect(accountsByCountry.length).toBeGreaterThan(90);
  });

  it('finds every valid number of any country, exactly', () => {
    fc.assert(
      fc.property(writtenIbans, frames, (written, [before, after]) => {
        expect(redacted(`${before}${written}${after}`)).toBe(`${before}[IBAN]${after}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('ignores a number with one wrong character', () => {
    fc.assert(
      fc.property(
        ibans,
        fc.integer({ min: 4, max: 14 }),
        fc.integer({ min: 1, max: 9 }),
        (iban, at, shift) => {
          fc.pre(/\d/.test(iban[at] ?? ''));
          const other = (Number(iban[at]) + shift) % 10;
          expect(find(`${iban.slice(0, at)}${other}${iban.slice(at + 1)}`)).toEqual([]);
        },
      ),
    );
  });

  it('finds only letters, digits and their separators in any text', () => {
    fc.assert(
      fc.property(anyText, writtenIbans, (text, iban) => {
        const around = `${text} ${iban} ${text}`;
        for (const { start, end } of find(around)) {
          expect(around.slice(start, end)).toMatch(
            /^[\p{L}\p{Nd}][\p{L}\p{Nd}\p{Zs}\p{Pd}\p{Default_Ignorable_Code_Point}]*$/u,
          );
        }
      }),
    );
  });

  it.each([
    ['Germany, by bank and account', 'DE89 37040044 0532013000'],
    ['France, by its own groups', 'FR14 20041 01005 0500013M026 06'],
    ['Italy, with a space after the country', 'IT 60 X 05428 11101 000000123456'],
    ['Norway, the shortest', 'NO9386011117947'],
    ['Malta, with many letters', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S'],
    ['full-width letters', 'ＤＥ89370400440532013000'],
  ])('finds that of %s', (_, text) => {
    expect(redacted(text)).toBe('[IBAN]');
  });

  it('replaces all of several numbers', () => {
    expect(redacted('DE89370400440532013000, GB29 NWBK 6016 1331 9268 19')).toBe('[IBAN], [IBAN]');
  });

  it.each([
    ['another length', 'DE8937040044053201300'],
    ['an unknown country', withCheckDigits('US', '370400440532013000')],
    ['letters in place of check digits', 'DEAB370400440532013000'],
    ['part of a longer word', 'XDE89370400440532013000'],
    ['more characters than its country has', withCheckDigits('DE', '3704004405320130001')],
    ['small letters in odd groups', 'at 61 1904300 234573201'],
    ['parted by commas', 'DE89,3704,0044,0532,0130,00'],
    ['cut short', 'Pay to DE89 3704 0044'],
    ['a letter that is none of A to Z', 'DE89 3704 0044 0532 0130 0é'],
  ])('passes what has %s', (_, text) => {
    expect(find(text)).toEqual([]);
  });

  it('does not mistake words of a sentence for a number, even if the checksum is valid', () => {
    for (let check = 2; check <= 98; check++) {
      const digits = String(check).padStart(2, '0');
      expect(find(`at ${digits} we met with all them`)).toEqual([]);
      expect(find(`AT ${digits} WE MET WITH ALL THEM`)).toEqual([]);
    }
  });
});
