import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCounts,
  countSpans,
  coveredShare,
  fScore,
  noSpans,
  precisionOf,
  recallOf,
  type SpanCounts,
} from './span-figures.ts';

const span = (start: number, end: number) => ({ start, end });

describe('countSpans', () => {
  it('counts a span as found if half of it is covered, and a finding as right if it overlaps one', () => {
    const counts = countSpans({
      expected: [span(0, 10), span(20, 30)],
      ignored: [span(40, 50)],
      found: [span(0, 5), span(29, 31), span(41, 42), span(60, 61)],
    });
    // Only a tenth of the second is covered; a finding in an ignored span is left out.
    expect(counts).toEqual({ expected: 2, hit: 1, found: 3, right: 2 });
    expect(recallOf(counts)).toBe(0.5);
    expect(precisionOf(counts)).toBeCloseTo(2 / 3);
  });

  it('adds up the findings that cover a span', () => {
    expect(coveredShare(span(0, 10), [span(0, 2), span(5, 9), span(12, 20)])).toBeCloseTo(0.6);
    expect(coveredShare(span(3, 3), [span(0, 9)])).toBe(0);
  });

  it('finds everything if the findings equal the expected spans', () => {
    const spans = fc
      .uniqueArray(fc.nat(200), { maxLength: 20 })
      .map((starts) => starts.map((start) => span(3 * start, 3 * start + 2)));
    fc.assert(
      fc.property(spans, (expected) => {
        const counts = countSpans({ expected, ignored: [], found: expected });
        expect([counts.hit, counts.right, counts.found]).toEqual(Array(3).fill(expected.length));
        expect(fScore(counts, 2)).toBe(1);
      }),
    );
  });
});

describe('fScore', () => {
  const counts: SpanCounts = { expected: 10, hit: 6, found: 8, right: 4 };

  it('follows the formula, as calculated by hand', () => {
    // Precision 0.5, recall 0.6: 5 × 0.3 / (4 × 0.5 + 0.6).
    expect(fScore(counts, 2)).toBeCloseTo(1.5 / 2.6);
    expect(fScore(counts, 1)).toBeCloseTo(0.6 / 1.1);
    expect(fScore({ expected: 3, hit: 0, found: 2, right: 0 }, 2)).toBe(0);
  });

  it('lies between precision and recall', () => {
    const some = fc
      .tuple(fc.nat(30), fc.nat(30), fc.nat(30), fc.nat(30))
      .map(([hit, missed, right, wrong]) => ({ expected: hit + missed, hit, found: right + wrong, right }));
    fc.assert(
      fc.property(some, fc.double({ min: 0.2, max: 4, noNaN: true }), (given, beta) => {
        const sides = [precisionOf(given), recallOf(given)];
        expect(fScore(given, beta)).toBeGreaterThanOrEqual(Math.min(...sides) - 1e-9);
        expect(fScore(given, beta)).toBeLessThanOrEqual(Math.max(...sides) + 1e-9);
      }),
    );
  });

  it('addCounts adds', () => {
    expect(addCounts(addCounts(noSpans, counts), counts)).toEqual({
      expected: 20,
      hit: 12,
      found: 16,
      right: 8,
    });
  });
});
