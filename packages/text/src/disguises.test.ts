import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64Forms, rotateLetters, squeeze } from './disguises.ts';

it('finds a word in base64 regardless of what precedes and follows it', () => {
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

it('restores letters that are rotated or reversed twice', () => {
  fc.assert(fc.property(fc.string(), (text) => rotateLetters(rotateLetters(text)) === text));
  expect(rotateLetters('canary')).toBe('pnanel');
});

it('treats a word that is spaced out, in wide letters or in another case as the same word', () => {
  expect(squeeze('ＱＸ - 8 1\nB2')).toBe('qx81b2');
});
