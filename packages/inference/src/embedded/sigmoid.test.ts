import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sigmoid } from './sigmoid.ts';

it('gives a probability, as far from one half on one side as on the other, whatever the logit', () => {
  fc.assert(
    fc.property(
      fc.float({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      (logit, temperature) => {
        const probability = sigmoid(logit, temperature);
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
        expect(probability + sigmoid(-logit, temperature)).toBeCloseTo(1, 9);
      },
    ),
  );
});

it('divides by the temperature first', () => {
  expect(sigmoid(Math.log(3), 1)).toBeCloseTo(0.75, 12);
  expect(sigmoid(2 * Math.log(3), 2)).toBeCloseTo(0.75, 12);
});
