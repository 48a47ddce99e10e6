import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test('never exceeds the limit and never cuts inside a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 12 }), (text, max) => {
      const short = shorten(text, max);
      expect([...short].length).toBe(Math.min([...text].length, max));
      expect(short === text || (text.startsWith(short.slice(0, -1)) && short.endsWith('…'))).toBe(true);
      expect(short.isWellFormed()).toBe(true);
    }),
  );
});
