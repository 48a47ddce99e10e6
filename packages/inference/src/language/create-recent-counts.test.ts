import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { createRecentCounts } from './create-recent-counts.ts';

const windowMs = 3000;
const sliceMs = 100;
const steps = array(
  record({ afterMs: integer({ min: 0, max: 400 }), kind: constantFrom('a', 'b', 'read') }),
  {
    maxLength: 200,
  },
);

it('counts what happened within the window, forgets nothing late and nothing by more than a slice early', () => {
  assert(
    property(steps, (taken) => {
      let nowMs = 1_000_000;
      const counts = createRecentCounts({ clock: { nowMs: () => nowMs }, windowMs, kinds: ['a', 'b'] });
      const noted: Array<{ readonly atMs: number; readonly kind: 'a' | 'b' }> = [];
      for (const { afterMs, kind } of taken) {
        nowMs += afterMs;
        if (kind !== 'read') {
          counts.note(kind);
          noted.push({ atMs: nowMs, kind });
        }
        for (const name of ['a', 'b'] as const) {
          const within = (ms: number) =>
            noted.filter((one) => one.kind === name && one.atMs > nowMs - ms).length;
          expect(counts.read()[name]).toBeLessThanOrEqual(within(windowMs));
          expect(counts.read()[name]).toBeGreaterThanOrEqual(within(windowMs - sliceMs));
        }
      }
    }),
  );
});

it('keeps its counts when the clock goes back, and drops all of them on reset', () => {
  let nowMs = 10_000;
  const counts = createRecentCounts({ clock: { nowMs: () => nowMs }, windowMs, kinds: ['a'] });
  counts.note('a');
  nowMs = 1000;
  counts.note('a');
  expect(counts.read()).toEqual({ a: 2 });
  counts.clear();
  expect(counts.read()).toEqual({ a: 0 });
});
