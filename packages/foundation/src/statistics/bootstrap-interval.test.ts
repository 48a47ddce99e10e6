import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from './bootstrap-interval.ts';
import { brierScore } from './brier-score.ts';
import { calibrationError } from './calibration-error.ts';
import type { ScoredOutcome } from './scored-outcome.ts';
import { outcomes } from './test-support/outcomes.ts';
import { wilsonInterval } from './wilson-interval.ts';

const mean = (rows: readonly number[]) => rows.reduce((sum, row) => sum + row, 0) / Math.max(1, rows.length);

const errorOf = (rows: readonly ScoredOutcome[]) => calibrationError(rows).error;

describe('a bootstrap interval', () => {
  it('depends only on the rows and the seed', () => {
    const rows = Array.from({ length: 50 }, (_, index) => (index * 37) % 50);
    const one = bootstrapInterval(rows, mean, { rounds: 200, seed: 7 });
    expect(bootstrapInterval(rows, mean, { rounds: 200, seed: 7 })).toEqual(one);
    expect(bootstrapInterval(rows, mean, { rounds: 200, seed: 8 })).not.toEqual(one);
  });

  it('of a share is close to the Wilson interval', () => {
    const rows = Array.from({ length: 400 }, (_, index) => (index % 4 === 0 ? 0 : 1));
    const drawn = bootstrapInterval(rows, mean, { rounds: 1000, seed: 3 });
    const exact = wilsonInterval({ hits: 300, total: 400 });
    expect(drawn.low).toBeCloseTo(exact.low, 1.7);
    expect(drawn.high).toBeCloseTo(exact.high, 1.7);
  });

  it('contains the figure of the rows', () => {
    fc.assert(
      fc.property(outcomes, fc.integer(), (scored, seed) => {
        for (const measure of [brierScore, errorOf]) {
          const { low, high } = bootstrapInterval(scored, measure, { rounds: 20, seed });
          expect(low).toBeLessThanOrEqual(measure(scored));
          expect(high).toBeGreaterThanOrEqual(measure(scored));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('limits the draws, however many rounds are requested', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => index);
    let rounds = 0;
    bootstrapInterval(rows, () => (rounds += 1), { rounds: 10_000, seed: 1 });
    // Forty, and the figure of the rows.
    expect(rounds).toBe(41);
  });

  it('of one row or none is the figure itself', () => {
    expect(bootstrapInterval([4], mean)).toEqual({ low: 4, high: 4 });
    expect(bootstrapInterval([], mean)).toEqual({ low: 0, high: 0 });
  });
});
