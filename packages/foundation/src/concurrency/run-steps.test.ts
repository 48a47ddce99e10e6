import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runSteps, runStepsSync, type Steps } from './run-steps.ts';

/** Each step keeps the processor busy for `stepMs`. */
function* work(steps: number, stepMs: number, seen: (step: number) => void = () => {}): Steps<string> {
  for (let step = 0; step < steps; step++) {
    for (const endsAt = performance.now() + stepMs; performance.now() < endsAt; );
    seen(step);
    yield;
  }
  return 'done';
}

it('returns the result of short work directly, and of any work if run synchronously', () => {
  expect(runSteps(work(0, 0))).toBe('done');
  expect(runStepsSync(work(3, 8))).toBe('done');
});

it('lets other work run between the slices of long work', async () => {
  const order: Array<number | 'other'> = [];
  const working = runSteps(work(6, 6, (step) => order.push(step)));
  expect(working).toBeInstanceOf(Promise);
  const other = (async () => {
    for (let tick = 0; tick < 3; tick++) {
      await nextTick();
      order.push('other');
    }
  })();
  expect(await working).toBe('done');
  await other;
  expect(order.indexOf('other')).toBeLessThan(order.indexOf(5));
  expect(order.filter((one) => one !== 'other')).toEqual([0, 1, 2, 3, 4, 5]);
});

it('lets other work run between the slices of two long pieces of work', async () => {
  const order: string[] = [];
  const both = ['a', 'b'].map((name) => runSteps(work(6, 6, () => order.push(name))));
  let isOver = false;
  const other = (async () => {
    while (!isOver) {
      await nextTick();
      order.push('.');
    }
  })();
  expect(await Promise.all(both)).toEqual(['done', 'done']);
  isOver = true;
  await other;
  // Both began in the same tick; after that, never both between two interruptions.
  expect(order.join('').replace(/^[ab]+/, '')).not.toMatch(/ab|ba/);
});

it('lets many pieces of work that begin together run little before other work does', async () => {
  let steps = 0;
  const many = Array.from({ length: 16 }, () => runSteps(work(6, 2, () => steps++)));
  // One step each, which takes longer than a piece of work may begin with.
  expect(steps).toBe(16);
  expect(await Promise.all(many)).toEqual(many.map(() => 'done'));
});

it('stops once the signal is aborted, and passes on errors', async () => {
  let steps = 0;
  const abort = new AbortController();
  const working = runSteps(
    work(100, 6, () => steps++),
    abort.signal,
  );
  abort.abort();
  await expect(working).rejects.toThrow(/abort/);
  expect(steps).toBeLessThan(100);
  function* failing(): Steps<string> {
    yield* work(3, 6);
    throw new Error('broken');
  }
  await expect(runSteps(failing())).rejects.toThrow('broken');
});
