import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldWords } from '../fold-words.ts';
import { foldPhrases } from './fold-phrases.ts';

it('folds each phrase in the same way as the text', () => {
  const phrases = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'aZ09 -ıK') }),
  );
  fc.assert(
    fc.property(fc.array(phrases, { maxLength: 5 }), (given) => {
      expect(foldPhrases(given)).toEqual(given.map((phrase) => foldWords(phrase)));
    }),
  );
});
