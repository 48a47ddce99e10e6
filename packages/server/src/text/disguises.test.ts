import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64Forms, rotateLetters, squeeze } from './disguises.ts';

it('a word is found in base64 whatever stands before and after it', () => {
  const around = fc.string({ maxLength: 8 });
  const word = fc.string({ minLength: 4, maxLength: 24 });
  fc.assert(
    fc.property(around, word, around, (before, hidden, after) => {
      for (const code of ['base64', 'base64url'] as const) {
        const written = Buffer.from(before + hidden + after).toString(code);
        expect(base64Forms(hidden).some((form) => written.includes(form))).toBe(true);
      }
    }),
  );
});

it('letters that are turned twice are what they were', () => {
  fc.assert(fc.property(fc.string(), (text) => rotateLetters(rotateLetters(text)) === text));
  expect(rotateLetters('canary')).toBe('pnanel');
});

it('a word that is spaced out, in wide letters or in other case is the same word', () => {
  expect(squeeze('ＱＸ - 8 1\nB2')).toBe('qx81b2');
});
