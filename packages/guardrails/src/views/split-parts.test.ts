import fc from 'fast-check';
import { expect, it } from 'vitest';
import { viewedUnitsMax } from './build-part-views.ts';
import { splitParts } from './split-parts.ts';

it('splits a text into parts that are read completely, so that every short range lies in one of them', () => {
  expect(splitParts('')).toEqual(['']);
  expect(splitParts('a'.repeat(2 * viewedUnitsMax))).toHaveLength(1);
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 200_000 }), fc.nat(), (units, at) => {
      const start = at % (units - 999);
      const text = `${'.'.repeat(start)}${'x'.repeat(1_000)}${'.'.repeat(units - start - 1_000)}`;
      const parts = splitParts(text);
      expect(parts.some((part) => part.includes('x'.repeat(1_000)))).toBe(true);
      expect(parts.every((part) => part.length <= 2 * viewedUnitsMax)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
