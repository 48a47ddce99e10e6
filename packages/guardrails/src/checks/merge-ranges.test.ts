import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeRanges } from './merge-ranges.ts';

it('covers the same positions, in order and without overlaps', () => {
  const ranges = fc.array(
    fc
      .tuple(fc.nat(30), fc.integer({ min: 1, max: 6 }))
      .map(([start, length]) => ({ start, end: start + length })),
    { maxLength: 12 },
  );
  const covered = (list: ReadonlyArray<{ start: number; end: number }>) =>
    list.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index));
  fc.assert(
    fc.property(ranges, (given) => {
      const places = covered(mergeRanges(given));
      expect(places).toEqual([...new Set(covered(given))].sort((one, other) => one - other));
    }),
  );
});
