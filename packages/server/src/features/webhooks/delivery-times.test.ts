import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs, retryForMs } from './delivery-times.ts';

const attempts = fc.integer({ min: 1, max: 8 });

it('grows from ten seconds to twenty hours, and then waits for the end', () => {
  const delays = Array.from({ length: 10 }, (_, index) => backoffMs(index + 1, () => 0.5));
  const minutes = [1 / 6, 2, 15, 60, 240, 480, 840, 1200, null, null];
  expect(delays).toEqual(minutes.map((delay) => (delay === null ? null : delay * 60_000)));
});

it('differs by at most a fifth, whatever is drawn and however often it failed', () => {
  const drawn = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(attempts, drawn, (count, random) => {
      const share = Number(backoffMs(count, () => random)) / Number(backoffMs(count, () => 0.5));
      expect(share).toBeGreaterThanOrEqual(0.8);
      expect(share).toBeLessThanOrEqual(1.2);
    }),
  );
});

it('leaves time for the last attempt, however long the delays are drawn', () => {
  const delays = Array.from({ length: 8 }, (_, index) => Number(backoffMs(index + 1, () => 0.999)));
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(retryForMs);
});
