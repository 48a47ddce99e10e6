import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePointLength } from '../values/code-point-length.ts';
import { hasAtMostCodePoints, textSchema } from './code-points.ts';

test('[CON-3-30] lengths are code points, as iterating the string counts them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(codePointLength(text)).toBe([...text].length);
    }),
  );
  expect(codePointLength('a😀b')).toBe(3);
  expect(codePointLength('\ud83d')).toBe(1);
});

test('the shortcuts of the upper limit agree with counting', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat(12), (text, max) => {
      expect(hasAtMostCodePoints(text, max)).toBe([...text].length <= max);
    }),
  );
});

test('a text is limited in code points at both ends', () => {
  const schema = textSchema({ min: 1, max: 3 });
  expect(schema.safeParse('').success).toBe(false);
  expect(schema.safeParse('😀😀😀').success).toBe(true);
  expect(schema.safeParse('😀😀😀.').success).toBe(false);
});
