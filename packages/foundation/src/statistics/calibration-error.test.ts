import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brierScore } from './brier-score.ts';
import { calibrationError } from './calibration-error.ts';
import { bigSample, outcomes, shuffledPair } from './test-support/outcomes.ts';

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

describe('the calibration error', () => {
  it('equals a value computed by hand', () => {
    // Two bins of ten: 0.2 with three right, 0.9 with eight: (0.1 + 0.1) ÷ 2.
    const scored = [
      ...times(3, { score: 0.2, isRight: true }),
      ...times(7, { score: 0.2, isRight: false }),
      ...times(8, { score: 0.9, isRight: true }),
      ...times(2, { score: 0.9, isRight: false }),
    ];
    const { error, bins } = calibrationError(scored);
    expect(error).toBeCloseTo(0.1, 12);
    expect(bins.map(({ count }) => count)).toEqual([10, 10]);
    expect(bins[0]?.meanScore).toBeCloseTo(0.2, 12);
    expect(bins[0]?.rightShare).toBeCloseTo(0.3, 12);
    expect(bins[1]?.rightShare).toBeCloseTo(0.8, 12);
    expect(bins[1]?.low).toBeCloseTo(0.4902, 4);
  });

  it('of a constant is its distance from the right share, in any number of bins', () => {
    const wrong = times(500, { score: 0.9, isRight: false });
    expect(calibrationError(wrong).error).toBeCloseTo(0.9, 12);
    const half = [
      ...times(250, { score: 0.9, isRight: true }),
      ...times(250, { score: 0.9, isRight: false }),
    ];
    expect(calibrationError(half).error).toBeCloseTo(0.4, 12);
    expect(calibrationError(half).bins).toHaveLength(10);
  });

  it('of calibrated scores is small', () => {
    expect(calibrationError(bigSample((score) => score)).error).toBeLessThan(0.01);
  });

  it('of overconfident scores is their excess', () => {
    expect(calibrationError(bigSample((score) => score * 0.6)).error).toBeCloseTo(0.2, 1.5);
  });

  it('of no outcomes is 0, and few outcomes make one bin', () => {
    expect(calibrationError([])).toEqual({ error: 0, bins: [] });
    expect(calibrationError(times(19, { score: 0.5, isRight: true })).bins).toHaveLength(1);
  });

  it('has bins of equal counts in order of score, with correct figures', () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 1, max: 30 }), (scored, binsMax) => {
        const { error, bins } = calibrationError(scored, { binsMax });
        const sizes = bins.map(({ count }) => count);
        expect(sizes.reduce((sum, count) => sum + count, 0)).toBe(scored.length);
        if (bins.length > 0) expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(bins.length).toBeLessThanOrEqual(binsMax);
        expect(error).toBeGreaterThanOrEqual(0);
        expect(error).toBeLessThanOrEqual(1);
        bins.forEach(({ meanScore, rightShare, low, high }, index) => {
          expect(low).toBeLessThanOrEqual(rightShare);
          expect(high).toBeGreaterThanOrEqual(rightShare);
          expect(meanScore).toBeGreaterThanOrEqual((bins[index - 1]?.meanScore ?? 0) - 1e-9);
        });
      }),
    );
  });

  it('is never less than the distance of the mean score from the right share', () => {
    fc.assert(
      fc.property(outcomes, (scored) => {
        const total = Math.max(1, scored.length);
        const gap = scored.reduce((sum, { score, isRight }) => sum + score - (isRight ? 1 : 0), 0) / total;
        expect(calibrationError(scored).error).toBeGreaterThanOrEqual(Math.abs(gap) - 1e-9);
      }),
    );
  });

  it('does not depend on the order of outcomes', () => {
    fc.assert(
      fc.property(shuffledPair, ({ scored, shuffled }) => {
        expect(calibrationError(shuffled)).toEqual(calibrationError(scored));
      }),
    );
  });
});

describe('the Brier score', () => {
  it('equals a value computed by hand', () => {
    const scored = [
      { score: 0.9, isRight: true },
      { score: 0.6, isRight: false },
    ];
    expect(brierScore(scored)).toBeCloseTo((0.01 + 0.36) / 2, 12);
    expect(brierScore([])).toBe(0);
  });

  it('of a constant is least for the right share', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rights, other) => {
          const share = rights.filter(Boolean).length / rights.length;
          const constant = (score: number) => brierScore(rights.map((isRight) => ({ score, isRight })));
          expect(constant(share)).toBeLessThanOrEqual(constant(other) + 1e-12);
        },
      ),
    );
  });
});
