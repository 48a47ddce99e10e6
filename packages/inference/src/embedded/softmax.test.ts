import fc from 'fast-check';
import { expect, it } from 'vitest';
import { softmax } from './softmax.ts';

const logits = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 6 });

it('gives probabilities that add up to 1, in the order of the logits, whatever the logits', () => {
  fc.assert(
    fc.property(logits, fc.double({ min: 0.01, max: 100, noNaN: true }), (values, temperature) => {
      const probabilities = softmax(values, temperature);
      expect(probabilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
      for (const [at, probability] of probabilities.entries()) {
        expect(probability).toBeGreaterThanOrEqual(0);
        for (const [other, value] of values.entries())
          if (value > (values[at] ?? 0)) expect(probabilities[other]).toBeGreaterThanOrEqual(probability);
      }
    }),
  );
});

it('divides by the temperature first', () => {
  expect(softmax([Math.log(3), 0], 1)[0]).toBeCloseTo(0.75, 12);
  expect(softmax([2 * Math.log(3), 0], 2)[0]).toBeCloseTo(0.75, 12);
});
