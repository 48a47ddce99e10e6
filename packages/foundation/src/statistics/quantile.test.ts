import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quantile } from './quantile.ts';

it('returns one of the numbers, and at least that share is not above it', () => {
  const numbers = fc
    .array(fc.integer(), { minLength: 1 })
    .map((all) => all.sort((one, other) => one - other));
  fc.assert(
    fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (sorted, share) => {
      const found = quantile(sorted, share);
      expect(sorted).toContain(found);
      expect(sorted.filter((one) => one <= found).length / sorted.length).toBeGreaterThanOrEqual(share);
    }),
  );
});

it('returns the smallest such number', () => {
  expect(quantile([], 0.5)).toBe(0);
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2);
  expect(quantile([1, 2, 3, 4], 0.51)).toBe(3);
  expect(quantile([1, 2, 3, 4], 0)).toBe(1);
  expect(quantile([1, 2, 3, 4], 1)).toBe(4);
});
