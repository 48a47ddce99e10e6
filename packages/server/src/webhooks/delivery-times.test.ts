import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs, retryForMs } from './delivery-times.ts';

it('doubles from ten seconds to four hours', () => {
  const delays = Array.from({ length: 13 }, (_, index) => backoffMs(index + 1, () => 0.5) / 1000);
  expect(delays).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240, 14_400, 14_400]);
});

it('differs by at most a fifth, whatever is drawn and however often it failed', () => {
  const attempts = fc.integer({ min: 1, max: 10_000 });
  const drawn = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(attempts, drawn, (count, random) => {
      const share = backoffMs(count, () => random) / backoffMs(count, () => 0.5);
      expect(share).toBeGreaterThanOrEqual(0.8);
      expect(share).toBeLessThanOrEqual(1.2);
    }),
  );
});

it('makes about sixteen attempts in a day', () => {
  let elapsedMs = 0;
  let attempts = 1;
  for (; elapsedMs < retryForMs; attempts += 1) elapsedMs += backoffMs(attempts, () => 0.5);
  expect(attempts).toBe(17);
});
