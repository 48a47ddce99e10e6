import { binomialAtMost } from '@avow/foundation/statistics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersNeeded, errorOfAttempt, guaranteeLevel } from './answers-needed.ts';

const error = errorOfAttempt(1);

describe('answersNeeded', () => {
  it('is what people can expect to check', () => {
    expect([0.1, 0.05, 0.02, 0.01].map((wrongMax) => answersNeeded({ wrongMax, error }))).toEqual([
      31, 63, 160, 321,
    ]);
  });

  it('is the smallest number that shows it', () => {
    const given = fc.record({
      wrongMax: fc.double({ min: 0.005, max: 0.5, noNaN: true }),
      wrong: fc.nat(12),
    });
    fc.assert(
      fc.property(given, ({ wrongMax, wrong }) => {
        const trials = answersNeeded({ wrongMax, error, wrong });
        const atMost = (count: number) => binomialAtMost({ hits: wrong, trials: count, chance: wrongMax });
        expect(atMost(trials)).toBeLessThanOrEqual(error);
        expect(atMost(trials - 1)).toBeGreaterThan(error);
      }),
    );
  });
});

describe('errorOfAttempt', () => {
  it('never adds up to more than the level leaves, however often somebody draws', () => {
    const all = Array.from({ length: 100 }, (_, index) => errorOfAttempt(index + 1));
    expect(all.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1 - guaranteeLevel + 1e-12);
  });
});
