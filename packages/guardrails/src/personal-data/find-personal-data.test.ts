import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DataType, dataLabels, dataTypes, scores } from './data-types.ts';
import { findPersonalData, personalDataUnitsMax } from './find-personal-data.ts';
import { contactGenerators, namedGenerators } from './test-support/named-identifiers.ts';
import { createRandom } from './test-support/random.ts';
import { type SampleGenerator, strongGenerators } from './test-support/valid-identifiers.ts';

const makers = [...strongGenerators, ...namedGenerators, ...contactGenerators];

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** A valid value of a type, and a label for it. */
function draw({ make, words }: SampleGenerator, seed: number): { value: string; word: string } {
  const random = createRandom(seed);
  for (;;) {
    const value = make(random);
    if (value !== null) return { value, word: random.pick(words) };
  }
}

const frames: ReadonlyArray<(word: string, value: string) => string> = [
  (word, value) => `My ${word} is ${value}, thanks.`,
  (word, value) => `${word}: ${value}`,
  (word, value) => `🙂 Please note: ${word} ${value}\nbefore Friday.`,
  (word, value) => `"${word}";"${value}"`,
];

const anyText = fc.string({ unit: 'binary', maxLength: 200 });

function typesIn(text: string): readonly DataType[] {
  return findPersonalData(text).map(({ type }) => type);
}

/** The findings as written in the text. */
function foundIn(text: string): readonly string[] {
  return findPersonalData(text).map(({ start, end }) => text.slice(start, end));
}

describe('findPersonalData', () => {
  it('has a generator of valid values for every type except those recognised by a label only', () => {
    const made = new Set(makers.map(({ type }) => type));
    expect(dataTypes.filter((type) => !made.has(type))).toEqual(['health_record']);
    expect(Object.values(dataLabels)).toEqual(dataTypes.map((type) => type.toUpperCase()));
  });

  it.each(makers.map((maker) => [maker.type, maker] as const))(
    'finds any %s where a word says what it is, as a whole',
    (_, maker) => {
      fc.assert(
        fc.property(seeds, fc.constantFrom(...frames), (seed, frame) => {
          const { value, word } = draw(maker, seed);
          const text = frame(word, value);
          // A number can be valid in two countries and be found as the other type.
          expect(foundIn(text).some((found) => found === value)).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each(strongGenerators.map((maker) => [maker.type, maker] as const))(
    'finds any %s with no word near it',
    (_, maker) => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const { value } = draw(maker, seed);
          expect(foundIn(`It was ${value}, I think.`)).toContain(value);
        }),
        { numRuns: 40 },
      );
    },
  );

  const unchecked: readonly DataType[] = ['us_ssn', 'us_itin', 'uk_nino', 'in_pan', 'wallet', 'at_svnr'];
  it.each(
    strongGenerators
      .filter(({ type }) => !unchecked.includes(type))
      .map((maker) => [maker.type, maker] as const),
  )('passes a %s whose last character is wrong', (type, maker) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 9 }), (seed, shift) => {
        const { value } = draw(maker, seed);
        const last = value.charCodeAt(value.length - 1);
        const first = last >= 0x41 ? 0x41 : 0x30;
        const wrong = String.fromCharCode(first + ((last - first + shift) % (first === 0x41 ? 26 : 10)));
        expect(typesIn(`It was ${value.slice(0, -1)}${wrong}, I think.`)).not.toContain(type);
      }),
      { numRuns: 40 },
    );
  });

  it.each(namedGenerators.map((maker) => [maker.type, maker] as const))(
    'does not take a number for a %s with no word near it',
    (_, maker) => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const { value } = draw(maker, seed);
          expect(typesIn(`It was ${value}, I think.`)).not.toContain(maker.type);
        }),
        { numRuns: 40 },
      );
    },
  );

  it('returns ordered, separate ranges within the text, with scores between 0 and 1', () => {
    const parts = fc.array(
      fc.oneof(
        anyText,
        fc.tuple(fc.constantFrom(...makers), seeds).map(([maker, seed]) => {
          const { value, word } = draw(maker, seed);
          return `${word} ${value} `;
        }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(parts, (texts) => {
        const text = texts.join('');
        let position = 0;
        for (const { start, end, score } of findPersonalData(text)) {
          expect(start).toBeGreaterThanOrEqual(position);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(score).toBeGreaterThanOrEqual(scores.hinted);
          expect(score).toBeLessThanOrEqual(1);
          // A whole character on both sides.
          expect(text.slice(start, end).isWellFormed()).toBe(true);
          position = end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('finds numbers in the digits of any script, in full width, and with invisible characters in between', () => {
    const written = fc.constantFrom(
      (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0966 + Number(digit))),
      (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
      (digits: string) => digits.replace(/\d/g, (digit) => `${digit}\u200b`).replace(/\u200b$/, ''),
      (digits: string) => digits.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011'),
    );
    fc.assert(
      fc.property(seeds, fc.constantFrom(...strongGenerators.slice(0, 3)), written, (seed, maker, write) => {
        const value = write(draw(maker, seed).value);
        expect(foundIn(`𝒜 it is ${value}.`)).toContain(value);
      }),
    );
  });

  it('looks only for the types that are asked for', () => {
    const text = 'Write to jane@firma.de or call +44 20 7946 0958.';
    expect(typesIn(text)).toEqual(['email', 'phone']);
    expect(findPersonalData(text, { types: ['phone'] }).map(({ type }) => type)).toEqual(['phone']);
    expect(findPersonalData(text, { types: [] })).toEqual([]);
  });

  it('keeps the more certain of two overlapping findings', () => {
    // The same digits could be an account number; the check digit and the label are stronger evidence.
    expect(findPersonalData('account number, routing number 021000021')).toEqual([
      { type: 'bank_routing', start: 31, end: 40, score: scores.sure },
    ]);
  });

  it('finds a labelled value again where it has no label', () => {
    const far = 'and so it went on for quite some time, '.repeat(4);
    const text = `My account number is 936960142, ${far} 936960142, not 936960143 nor x936960142.`;
    expect(foundIn(text)).toEqual(['936960142', '936960142']);
  });

  it('refuses a text that is longer than the limit', () => {
    expect(() => findPersonalData('a'.repeat(personalDataUnitsMax + 1))).toThrow(RangeError);
  });

  it.each(['1', '4111 ', '1/', '(1)', 'a@', '12 Main ', '1.1.', 'a:b:', '１', '<', '+1', 'A1'])(
    'finishes on a long text of %j',
    (piece) => {
      // In quadratic time this would take minutes.
      expect(() => findPersonalData(piece.repeat(200_000 / piece.length))).not.toThrow();
    },
  );

  it.each([
    ['a year', 'Founded in 1998, it had 12,345,678 users by 2024.'],
    ['a version', 'Upgrade from version 10.15.7.1 to Chrome/120.0.6099.109.'],
    ['a network that is nobody’s', 'Listen on 127.0.0.1 or 192.168.1.20, not on 10.0.0.0/8.'],
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000'],
    ['a hash', 'commit 3f786850e387550fdab836ed7e6dc881de23001b'],
    ['a time in milliseconds', '{"created": 1700000000000}'],
    ['a picture', 'logo@2x.png'],
    ['a package', 'npm install react@18.2.0 @types/node@20'],
    ['a repository', 'git clone git@github.com:org/repo.git'],
    ['an ISBN', 'ISBN 978-3-16-148410-0'],
    ['a pseudo-element', 'a::before { color: #123456 }'],
    ['a price', 'It costs $123-456 or 1.234.567,89 €'],
    ['a date', 'From 2024-01-15 to 15.02.2024 at 12:30:45'],
    ['the date of an account', 'The bank account was opened on 2024-01-15.'],
    ['the date of a call', 'Call me on 15.01.2024 or 1/15/24.'],
    ['the date of a licence', "My driver's license expires 15-01-2024."],
    ['a range of lines', 'See lines 100-200 and 300-4000.'],
    ['a row of numbers', '120 240 360 480 600 720 840 960'],
    ['a road in prose', 'They walked down the street for 5 miles.'],
  ])('does not report %s as personal data', (_, text) => {
    expect(findPersonalData(text).filter(({ score }) => score > scores.hinted)).toEqual([]);
  });
});
