import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { finishSteps, type Steps, takeTurns } from './take-turns.ts';

/** So many steps, each of which keeps the processor for so long. */
function* work(steps: number, stepMs: number, seen: (step: number) => void = () => {}): Steps<string> {
  for (let step = 0; step < steps; step++) {
    for (const endsAt = performance.now() + stepMs; performance.now() < endsAt; );
    seen(step);
    yield;
  }
  return 'done';
}

it('does at once what is short, and everything where nobody can wait', () => {
  expect(takeTurns(work(0, 0))).toBe('done');
  expect(finishSteps(work(3, 8))).toBe('done');
});

it('lets others come between the turns of what is long', async () => {
  const order: Array<number | 'other'> = [];
  const working = takeTurns(work(6, 6, (step) => order.push(step)));
  expect(working).toBeInstanceOf(Promise);
  const other = (async () => {
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn();
      order.push('other');
    }
  })();
  expect(await working).toBe('done');
  await other;
  expect(order.indexOf('other')).toBeLessThan(order.indexOf(5));
  expect(order.filter((one) => one !== 'other')).toEqual([0, 1, 2, 3, 4, 5]);
});

it('lets others come between the turns of two that are long', async () => {
  const order: string[] = [];
  const both = ['a', 'b'].map((name) => takeTurns(work(6, 6, () => order.push(name))));
  let isOver = false;
  const other = (async () => {
    while (!isOver) {
      await nextTurn();
      order.push('.');
    }
  })();
  expect(await Promise.all(both)).toEqual(['done', 'done']);
  isOver = true;
  await other;
  // What was begun in the same turn aside, never both between two breaks.
  expect(order.join('').replace(/^[ab]+/, '')).not.toMatch(/ab|ba/);
});

it('gives up once the signal says so, and hands on what goes wrong', async () => {
  let steps = 0;
  const abort = new AbortController();
  const working = takeTurns(
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
  await expect(takeTurns(failing())).rejects.toThrow('broken');
});
