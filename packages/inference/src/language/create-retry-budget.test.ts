import { array, assert, boolean, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { createRetryBudget, retriesFree, retryShareMax } from './create-retry-budget.ts';

const steps = array(record({ afterMs: integer({ min: 0, max: 5000 }), isCall: boolean() }), {
  maxLength: 300,
});

it('never lets more be tried again than a share of what was asked in the last minute and a few', () => {
  assert(
    property(steps, (taken) => {
      let nowMs = 0;
      const budget = createRetryBudget({ nowMs: () => nowMs });
      const calls: number[] = [];
      const retries: number[] = [];
      for (const { afterMs, isCall } of taken) {
        nowMs += afterMs;
        if (isCall) {
          calls.push(nowMs);
          budget.noteCall();
        } else if (budget.takeRetry()) retries.push(nowMs);
        const since = (times: readonly number[], ms: number) => times.filter((at) => at > nowMs - ms).length;
        if (retries.at(-1) === nowMs)
          expect(since(retries, 58_000)).toBeLessThanOrEqual(
            since(calls, 60_000) * retryShareMax + retriesFree,
          );
      }
    }),
  );
});

it('lets a few be tried again where little is asked, and a share where much is', () => {
  const budget = createRetryBudget({ nowMs: () => 0 });
  const takeAll = () => {
    let taken = 0;
    while (budget.takeRetry()) taken += 1;
    return taken;
  };
  expect(takeAll()).toBe(3);
  for (let call = 0; call < 100; call += 1) budget.noteCall();
  expect(takeAll()).toBe(20);
});

it('has it all again a minute later', () => {
  let nowMs = 0;
  const budget = createRetryBudget({ nowMs: () => nowMs });
  while (budget.takeRetry());
  nowMs = 60_000;
  expect(budget.takeRetry()).toBe(true);
});
