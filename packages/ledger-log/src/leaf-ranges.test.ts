import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiredLeavesMax, formatLeafRanges, parseLeafRanges } from './leaf-ranges.ts';
import { codeOf } from './test-support/code-of.ts';

describe('the leaves of an expiry', () => {
  it('are written as ranges and single ones', () => {
    expect(formatLeafRanges([0, 1, 2, 5, 7, 8])).toBe('0-2,5,7-8');
    expect(formatLeafRanges(Array.from({ length: expiredLeavesMax }, (_, at) => at))).toBe('0-499');
  });

  it('are read as they were written', () => {
    const some = fc.uniqueArray(fc.nat(1200), { minLength: 1, maxLength: expiredLeavesMax });
    fc.assert(
      fc.property(some, (indexes) => {
        const ascending = indexes.sort((one, other) => one - other);
        const read = parseLeafRanges(formatLeafRanges(ascending)).flatMap(({ start, end }) =>
          Array.from({ length: end - start }, (_, at) => start + at),
        );
        expect(read).toEqual(ascending);
      }),
    );
  });

  it('are rejected in any other form, out of order, or over the limit', async () => {
    const wrong = [
      '',
      ',',
      '1,',
      '01',
      '1-',
      '-1',
      '2-1',
      '1-1',
      '0-0',
      '1,1',
      '2,1',
      '1-3,3',
      '1 ,2',
      '1.5',
      '1e2',
    ];
    for (const text of [...wrong, '0-500', '0-499,600', '9007199254740991', '0-9007199254740990', '1-01']) {
      expect(await codeOf(() => parseLeafRanges(text)), text).toBe('entry_invalid');
    }
    const many = Array.from({ length: expiredLeavesMax + 1 }, (_, at) => 2 * at);
    expect(await codeOf(() => parseLeafRanges(many.join(',')))).toBe('entry_invalid');
    for (const indexes of [[], [2, 1], [1, 1], many]) {
      expect(await codeOf(() => formatLeafRanges(indexes))).toBe('entry_invalid');
    }
  });
});
