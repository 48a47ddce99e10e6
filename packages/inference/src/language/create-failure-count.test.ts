import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CallOutcome,
  createFailureCount,
  failedShareMax,
  failuresInRowMax,
  triesSampledMin,
} from './create-failure-count.ts';

const outcomes = array(constantFrom<CallOutcome>('worked', 'failed', 'overloaded'), { maxLength: 60 });

it('is too much exactly where too many failed in a row, or more than the share of enough', () => {
  assert(
    property(outcomes, (noted) => {
      const count = createFailureCount({ nowMs: () => 5 });
      for (const [index, outcome] of noted.entries()) {
        count.note(outcome);
        const so = noted.slice(0, index + 1);
        const lastWorked = so.lastIndexOf('worked');
        const inRow = so.slice(lastWorked + 1).filter((one) => one === 'failed').length;
        const bad = so.filter((one) => one !== 'worked').length;
        const isSampled = so.length >= triesSampledMin && bad > so.length * failedShareMax;
        expect(count.isTooMuch()).toBe(inRow >= failuresInRowMax || isSampled);
      }
    }),
  );
});

it('is not too much where the rate is limited now and then, and is where it always is', () => {
  const count = createFailureCount({ nowMs: () => 5 });
  for (let time = 0; time < 9; time += 1) count.note('overloaded');
  expect(count.isTooMuch()).toBe(false);
  count.note('overloaded');
  expect(count.isTooMuch()).toBe(true);
});

it('drops old counts, and all of them on reset', () => {
  let nowMs = 0;
  const count = createFailureCount({ nowMs: () => nowMs });
  for (let time = 0; time < 20; time += 1) count.note('overloaded');
  nowMs = 31_000;
  expect(count.isTooMuch()).toBe(false);
  for (let time = 0; time < 5; time += 1) count.note('failed');
  expect(count.isTooMuch()).toBe(true);
  count.clear();
  expect(count.isTooMuch()).toBe(false);
});
