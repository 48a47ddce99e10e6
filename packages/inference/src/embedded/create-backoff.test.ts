import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBackoff } from './create-backoff.ts';

it('waits not at all, then a little, then twice as long each time up to its most', () => {
  let now = 0;
  const backoff = createBackoff({ firstMs: 250, maxMs: 1_500, now: () => now });
  expect(backoff.isOver()).toBe(true);
  expect(Array.from({ length: 6 }, () => backoff.fail())).toEqual([0, 250, 500, 1_000, 1_500, 1_500]);
  now = 1_499;
  expect(backoff.isOver()).toBe(false);
  now = 1_500;
  expect(backoff.isOver()).toBe(true);
  backoff.succeed();
  expect(backoff.fail()).toBe(0);
});

it('never waits longer than its most, however many failures there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), (failures) => {
      const backoff = createBackoff({ firstMs: 250, maxMs: 30_000, now: () => 0 });
      const waits = Array.from({ length: failures }, () => backoff.fail());
      expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
      expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    }),
  );
});
