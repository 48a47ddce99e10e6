import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageAt, riskCoverage } from './risk-coverage.ts';
import { outcomes, shuffledPair } from './test-support/outcomes.ts';

describe('the risk-coverage curve', () => {
  const scored = [
    { score: 0.9, isRight: true },
    { score: 0.8, isRight: true },
    { score: 0.6, isRight: false },
    { score: 0.3, isRight: true },
  ];

  it('equals values computed by hand', () => {
    const curve = riskCoverage(scored, { total: 5 });
    expect(curve.points).toEqual([
      { scoreMin: 0.9, coverage: 0.2, rightShare: 1 },
      { scoreMin: 0.8, coverage: 0.4, rightShare: 1 },
      { scoreMin: 0.6, coverage: 0.6, rightShare: 2 / 3 },
      { scoreMin: 0.3, coverage: 0.8, rightShare: 0.75 },
    ]);
    // Wrong shares at each step: 0, 0, 1/3, 1/4.
    expect(curve.area).toBeCloseTo((1 / 3 + 1 / 4) / 4, 12);
    expect(coverageAt(curve, 0.95)).toBe(0.4);
    expect(coverageAt(curve, 0.75)).toBe(0.8);
    expect(coverageAt(curve, 0.5)).toBe(0.8);
  });

  it('divides ties evenly', () => {
    const tied = [true, false].map((isRight) => ({ score: 0.5, isRight }));
    const curve = riskCoverage(tied, { total: 2 });
    expect(curve.points).toEqual([{ scoreMin: 0.5, coverage: 1, rightShare: 0.5 }]);
    expect(curve.area).toBeCloseTo(0.5, 12);
    expect(coverageAt(curve, 0.6)).toBe(0);
  });

  it('of no outcomes is empty', () => {
    expect(riskCoverage([], { total: 7 })).toEqual({ points: [], area: 0 });
    expect(coverageAt({ points: [] }, 0.8)).toBe(0);
  });

  it('ends with everything that was answered, and has an area between 0 and 1', () => {
    fc.assert(
      fc.property(outcomes, fc.nat({ max: 50 }), (some, unanswered) => {
        const total = some.length + unanswered;
        const { points, area } = riskCoverage(some, { total });
        const last = points.at(-1);
        if (some.length > 0) {
          expect(last?.coverage).toBeCloseTo(some.length / total, 12);
          expect(last?.rightShare).toBeCloseTo(
            some.filter(({ isRight }) => isRight).length / some.length,
            12,
          );
        }
        expect(area).toBeGreaterThanOrEqual(-1e-9);
        expect(area).toBeLessThanOrEqual(1 + 1e-9);
        points.forEach(({ coverage, scoreMin }, index) => {
          const before = points[index - 1];
          if (before === undefined) return;
          expect(coverage).toBeGreaterThan(before.coverage);
          expect(scoreMin).toBeLessThan(before.scoreMin);
        });
      }),
    );
  });

  it('does not depend on the order of outcomes', () => {
    fc.assert(
      fc.property(shuffledPair, (pair) => {
        const total = pair.scored.length;
        expect(riskCoverage(pair.shuffled, { total })).toEqual(riskCoverage(pair.scored, { total }));
      }),
    );
  });

  it('is best if right answers score above wrong ones', () => {
    fc.assert(
      fc.property(outcomes, (some) => {
        const total = some.length;
        const perfect = some.map(({ isRight }) => ({ score: isRight ? 1 : 0, isRight }));
        expect(riskCoverage(perfect, { total }).area).toBeLessThanOrEqual(
          riskCoverage(some, { total }).area + 1e-9,
        );
      }),
    );
  });
});
