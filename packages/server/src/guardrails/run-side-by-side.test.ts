import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { CheckRun } from './run-guardrail.ts';
import { runSideBySide } from './run-side-by-side.ts';

const finished = (found: string): CheckRun<string> => ({ kind: 'finished', found });

function keepBusy(durationMs: number): void {
  const endsAt = performance.now() + durationMs;
  while (performance.now() < endsAt);
}

it('gives the runs in the order of their starts, whichever ends first', async () => {
  const slow = Promise.withResolvers<CheckRun<string>>();
  const starts = [
    () => slow.promise,
    () => finished('at once'),
    async () => {
      slow.resolve(finished('late'));
      return finished('soon');
    },
  ];
  const runs = await runSideBySide(starts, (start) => start());
  expect(runs.map(({ run }) => run)).toEqual([finished('late'), finished('at once'), finished('soon')]);
  expect(runs.map(({ guardrail }) => guardrail)).toEqual(starts);
  expect(await runSideBySide([], () => finished('never'))).toEqual([]);
});

it('lets others have a turn between checks that take long', async () => {
  const course: string[] = [];
  await runSideBySide(['first', 'second', 'third'], (name) => {
    course.push(name);
    setImmediate(() => course.push('other'));
    keepBusy(25);
    return finished(name);
  });
  await nextTurn();
  expect(course).toEqual(['first', 'other', 'second', 'other', 'third', 'other']);
});
