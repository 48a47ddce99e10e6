import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitNearPrior, logLoss } from './fit-near-prior.ts';

const value = fc.double({ min: -3, max: 3, noNaN: true });
const rows = fc.array(
  fc.record({
    values: fc.tuple(fc.constant(1), value, value),
    isTrue: fc.boolean(),
    weight: fc.double({ min: 0, max: 5, noNaN: true }),
  }),
  { maxLength: 60 },
);
const priors = fc.tuple(
  ...[0, 1, 2].map(() =>
    fc.record({ centre: value, strength: fc.double({ min: 0.01, max: 30, noNaN: true }) }),
  ),
);

describe('fitNearPrior', () => {
  it('stays at the priors without rows', () => {
    fc.assert(
      fc.property(priors, (given) => {
        expect(fitNearPrior([], given)).toEqual(given.map(({ centre }) => centre + 0));
      }),
    );
  });

  it('ends where no step reduces the cost', () => {
    fc.assert(
      fc.property(rows, priors, (labelled, given) => {
        const weights = fitNearPrior(labelled, given);
        for (const [at, { centre, strength }] of given.entries()) {
          let slope = strength * (centre - (weights[at] ?? 0));
          for (const { values, isTrue, weight } of labelled) {
            const sum = values.reduce((total, one, position) => total + one * (weights[position] ?? 0), 0);
            slope += weight * (values[at] ?? 0) * ((isTrue ? 1 : 0) - 1 / (1 + Math.exp(-sum)));
          }
          expect(Math.abs(slope)).toBeLessThan(1e-4);
        }
      }),
    );
  });
});

describe('logLoss', () => {
  it.each([
    [0, true, Math.log(2)],
    [0, false, Math.log(2)],
    [2, true, -Math.log(1 / (1 + Math.exp(-2)))],
    [1000, true, 0],
    [1000, false, 1000],
    [-1000, true, 1000],
  ])('of the logit %d, if the label is %s, is %d', (logit, isTrue, loss) => {
    expect(logLoss(logit, isTrue)).toBeCloseTo(loss, 12);
  });
});
