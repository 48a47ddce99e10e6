import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalise } from './normalise.ts';

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

test('returns what `String.prototype.normalize` returns for ordinary texts', () => {
  const marks = fc.string({ unit: fc.constantFrom('\u0301', '\u0323', '\u0308', '\u20dd'), maxLength: 31 });
  const letters = fc.string({
    unit: fc.constantFrom('a', 'é', 'ǘ', 'ﬁ', '각', 'ệ', '①', '😀', '\ud800'),
    minLength: 1,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(letters, marks)), fc.constantFrom(...forms), (pieces, form) => {
      const text = pieces.flat().join('');
      expect(normalise(text, form)).toBe(text.normalize(form));
    }),
  );
});

test('keeps every mark of a run of any length, in linear time', () => {
  const run = '\u0301\u0323'.repeat(200_000);
  for (const form of forms) expect(normalise(`a${run}`, form).length).toBeGreaterThan(399_990);
});
