import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutParts } from './cut-parts.ts';
import { viewedUnitsMax } from './views-of.ts';

it('cuts a text into parts that are read whole, and what is short stands whole in one of them', () => {
  expect(cutParts('')).toEqual(['']);
  expect(cutParts('a'.repeat(2 * viewedUnitsMax))).toHaveLength(1);
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 200_000 }), fc.nat(), (units, at) => {
      const start = at % (units - 999);
      const text = `${'.'.repeat(start)}${'x'.repeat(1_000)}${'.'.repeat(units - start - 1_000)}`;
      const parts = cutParts(text);
      expect(parts.some((part) => part.includes('x'.repeat(1_000)))).toBe(true);
      expect(parts.every((part) => part.length <= 2 * viewedUnitsMax)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
