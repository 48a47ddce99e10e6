import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';
import { createPlaceholders } from './placeholders.ts';
import { contactGenerators, namedGenerators } from './test-support/named-identifiers.ts';
import { createRandom } from './test-support/random.ts';
import { strongGenerators } from './test-support/valid-identifiers.ts';

const makers = [...strongGenerators, ...namedGenerators, ...contactGenerators];

/** Text in any script that contains values and look-alikes of our placeholders. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('[EMAIL_1]', '[CARD_2]', '[', ']', '_1]', '[EMAIL_', '𝒜', '\u200d', '[US_SSN_1] '),
      fc.tuple(fc.constantFrom(...makers), fc.integer({ min: 0, max: 30 })).map(([{ make, words }, seed]) => {
        const random = createRandom(seed);
        const value = make(random) ?? '';
        return ` ${random.pick(words)} ${value} `;
      }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

describe('createPlaceholders', () => {
  it('restores exactly what was redacted, in any script, over several texts', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (all) => {
        const placeholders = createPlaceholders(...all);
        for (const text of all) {
          expect(placeholders.restore(placeholders.redact(text, findPersonalData(text)))).toBe(text);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves nothing of a value that does not also occur elsewhere', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = findPersonalData(text);
        const redacted = createPlaceholders(text).redact(text, found);
        let position = 0;
        const kept = found.map(({ start, end }) => {
          const before = text.slice(position, start);
          position = end;
          return before;
        });
        const rest = [...kept, text.slice(position)].join('\n');
        for (const { start, end } of found) {
          for (let from = start; from + 5 <= end; from += 1) {
            const part = text.slice(from, from + 5);
            // Labels consist of capitals and digits, so part of a value may match part of a label by chance.
            if (!rest.includes(part) && !/^[A-Z_\d[\]]+$/.test(part)) expect(redacted).not.toContain(part);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('uses placeholders that are not found as personal data, so that redacting again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const placeholders = createPlaceholders(text);
        const redacted = placeholders.redact(text, findPersonalData(text));
        for (const { 0: placeholder, index } of redacted.matchAll(/\[[A-Z_]+_\d+\]/g)) {
          const overlaps = findPersonalData(redacted).filter(
            ({ start, end }) => start < index + placeholder.length && end > index,
          );
          expect(overlaps).toEqual([]);
        }
        expect(placeholders.redact(redacted, [])).toBe(redacted);
      }),
      { numRuns: 300 },
    );
  });

  it('numbers values by type, and gives the same value the same number in every text', () => {
    const placeholders = createPlaceholders();
    const redact = (text: string) => placeholders.redact(text, findPersonalData(text));
    expect(redact('a@firma.de and b@firma.de and a@firma.de')).toBe('[EMAIL_1] and [EMAIL_2] and [EMAIL_1]');
    expect(redact('b@firma.de, 4111 1111 1111 1111')).toBe('[EMAIL_2], [CARD_1]');
    expect(placeholders.restore('Send it to [EMAIL_2], not to [EMAIL_3].')).toBe(
      'Send it to b@firma.de, not to [EMAIL_3].',
    );
  });

  it('does not use a placeholder that a text already contains', () => {
    const text = '[EMAIL_1] is not a@firma.de';
    const placeholders = createPlaceholders();
    const redacted = placeholders.redact(text, findPersonalData(text));
    expect(redacted).toBe('[EMAIL_1] is not [EMAIL_2]');
    expect(placeholders.restore(redacted)).toBe(text);
  });

  it('reveals neither the length nor the digits of a value', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(createPlaceholders().placeholderFor('card', one)).toBe(
          createPlaceholders().placeholderFor('card', other),
        );
      }),
    );
  });

  it('refuses ranges out of order, empty or beyond the text', () => {
    const { redact } = createPlaceholders();
    const at = (start: number, end: number) => ({ type: 'card', start, end });
    expect(() => redact('abcdef', [at(3, 4), at(0, 1)])).toThrow(RangeError);
    expect(() => redact('abcdef', [at(0, 3), at(2, 4)])).toThrow(RangeError);
    expect(() => redact('abcdef', [at(2, 2)])).toThrow(RangeError);
    expect(() => redact('abcdef', [at(2, 7)])).toThrow(RangeError);
  });
});
