import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runConcurrently } from './run-concurrently.ts';
import type { CheckRun } from './run-guardrail.ts';

const finished = (found: string): CheckRun<string> => ({ kind: 'finished', found });

function keepBusy(durationMs: number): void {
  const endsAt = performance.now() + durationMs;
  while (performance.now() < endsAt);
}

it('returns the runs in the order of their starts', async () => {
  const slow = Promise.withResolvers<CheckRun<string>>();
  const starts = [
    () => slow.promise,
    () => finished('at once'),
    async () => {
      slow.resolve(finished('late'));
      return finished('soon');
    },
  ];
  const runs = await runConcurrently(starts, (start) => start());
  expect(runs.map(({ run }) => run)).toEqual([finished('late'), finished('at once'), finished('soon')]);
  expect(runs.map(({ guardrail }) => guardrail)).toEqual(starts);
  expect(await runConcurrently([], () => finished('never'))).toEqual([]);
});

it('yields between checks that take long', async () => {
  const course: string[] = [];
  await runConcurrently(['first', 'second', 'third'], (name) => {
    course.push(name);
    setImmediate(() => course.push('other'));
    keepBusy(25);
    return finished(name);
  });
  await nextTurn();
  expect(course).toEqual(['first', 'other', 'second', 'other', 'third', 'other']);
});
