import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gainAt, recallAt } from './measures.ts';

const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
const worths = fc
  .array(fc.tuple(fc.constantFrom(...'abcdefghij'), fc.integer({ min: 1, max: 4 })), { minLength: 1 })
  .map((pairs) => new Map(pairs));

describe('gainAt', () => {
  it('is 1 for the best order and never more', () => {
    fc.assert(
      fc.property(ids, worths, fc.integer({ min: 1, max: 10 }), (ranked, worth, depth) => {
        const best = [...worth.keys()].sort((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0));
        expect(gainAt(best, worth, depth)).toBeCloseTo(1);
        expect(gainAt(ranked, worth, depth)).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  it('discounts later ranks, as calculated by hand', () => {
    expect(gainAt(['x', 'a'], new Map([['a', 1]]), 10)).toBeCloseTo(1 / Math.log2(3));
    expect(gainAt(['b', 'a'], new Map(Object.entries({ a: 3, b: 1 })), 10)).toBeCloseTo(
      (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)),
    );
  });
});

describe('recallAt', () => {
  it('is the share found within the depth', () => {
    const worth = new Map(Object.entries({ a: 1, b: 1, c: 2 }));
    expect(recallAt(['a', 'x', 'b', 'c'], worth, 3)).toBeCloseTo(2 / 3);
  });
});
