import fc from 'fast-check';
import { expect, it } from 'vitest';
import { averagePrecision, reciprocalRank } from './rank-of-right.ts';

it('averagePrecision is as calculated by hand', () => {
  expect(averagePrecision([false, true, true, false, true])).toBeCloseTo((1 / 2 + 2 / 3 + 3 / 5) / 3);
  expect(averagePrecision([false, false])).toBe(0);
});

it('reciprocalRank is as calculated by hand', () => {
  expect(reciprocalRank([false, false, true, true])).toBeCloseTo(1 / 3);
  expect(reciprocalRank([false])).toBe(0);
});

it('both are 1 if all right candidates come first, and equal if only one is right', () => {
  fc.assert(
    fc.property(fc.nat(5), fc.nat(5), fc.nat(5), (before, right, after) => {
      const best = [...Array<boolean>(right + 1).fill(true), ...Array<boolean>(after).fill(false)];
      expect([averagePrecision(best), reciprocalRank(best)]).toEqual([1, 1]);
      const one = [...Array<boolean>(before).fill(false), true];
      expect(averagePrecision(one)).toBeCloseTo(reciprocalRank(one));
    }),
  );
});
