import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineForFalseAlarms, rankArea, shareAbove } from './separation.ts';

const scores = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 40 });

describe('rankArea', () => {
  it('counts ordered pairs, and ties as half, as calculated by hand', () => {
    // Of six pairs, four are in order and one is a tie.
    expect(rankArea([3, 2], [1, 2, 2.5])).toBeCloseTo(4.5 / 6);
    expect(rankArea([2, 3], [0, 1])).toBe(1);
    expect(rankArea([1, 1], [1])).toBe(0.5);
    expect(rankArea([], [1])).toBe(0.5);
  });

  it('equals the result of comparing every pair', () => {
    fc.assert(
      fc.property(scores, scores, (wanted, others) => {
        let sum = 0;
        for (const one of wanted) for (const other of others) sum += (Math.sign(one - other) + 1) / 2;
        expect(rankArea(wanted, others)).toBeCloseTo(sum / (wanted.length * others.length));
      }),
    );
  });

  it('is complementary if the sides are swapped, and invariant under increasing functions', () => {
    fc.assert(
      fc.property(scores, scores, (wanted, others) => {
        const area = rankArea(wanted, others);
        expect(rankArea(others, wanted)).toBeCloseTo(1 - area);
        expect(rankArea(wanted.map(Math.exp), others.map(Math.exp))).toBeCloseTo(area);
      }),
    );
  });
});

describe('lineForFalseAlarms', () => {
  it('leaves the allowed number above it, as calculated by hand', () => {
    expect(lineForFalseAlarms([1, 2, 3, 4], 0.25)).toBe(3);
    expect(lineForFalseAlarms([1, 2, 3, 4], 0)).toBe(4);
    // Two tie at the top, so the threshold cannot separate them.
    expect(lineForFalseAlarms([1, 2, 4, 4], 0.25)).toBe(4);
    expect(shareAbove([0, 5, 6], 5)).toBeCloseTo(1 / 3);
  });

  it('is exceeded by at most that share, and is the lowest such score', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: 0, max: 0.99, noNaN: true }), (all, share) => {
        const line = lineForFalseAlarms(all, share);
        expect(shareAbove(all, line)).toBeLessThanOrEqual(share);
        for (const lower of all.filter((score) => score < line))
          expect(shareAbove(all, lower)).toBeGreaterThan(share);
      }),
    );
  });
});
