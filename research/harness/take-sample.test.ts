import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeSample } from './take-sample.ts';

const items = Array.from({ length: 50 }, (_, at) => at);

it('takes the requested number without duplicates, the same ones for the same seed', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(), (count, seed) => {
      const sample = takeSample(items, { count, seed });
      expect(new Set(sample).size).toBe(Math.min(count, items.length));
      expect(takeSample(items, { count, seed })).toEqual(sample);
    }),
  );
  expect(takeSample(items, { count: 10, seed: 1 })).not.toEqual(takeSample(items, { count: 10, seed: 2 }));
});

it('takes all in order if no count is given or there are no more', () => {
  expect(takeSample(items, { count: null, seed: 1 })).toEqual(items);
  expect(takeSample(items, { count: 50, seed: 1 })).toEqual(items);
});
