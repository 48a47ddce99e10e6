import { expect, it } from 'vitest';
import { forEachConcurrently } from './for-each-concurrently.ts';

it('does the work for each item, at most so many at a time', async () => {
  const [done, running] = [new Set<number>(), { now: 0, most: 0 }];
  const items = Array.from({ length: 20 }, (_, item) => item);
  await forEachConcurrently(items, 3, async (item) => {
    running.most = Math.max(running.most, ++running.now);
    await new Promise(setImmediate);
    running.now--;
    done.add(item);
  });
  expect([...done].sort((one, other) => one - other)).toEqual(items);
  expect(running.most).toBe(3);
  await forEachConcurrently([], 3, () => Promise.reject(new Error('there is none')));
});

it('begins nothing more after a failure', async () => {
  const begun: number[] = [];
  const working = forEachConcurrently([0, 1, 2, 3, 4, 5, 6, 7], 2, async (item) => {
    begun.push(item);
    await new Promise(setImmediate);
    if (item === 2) throw new Error('the third');
  });
  await expect(working).rejects.toThrow('the third');
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(begun.length).toBeLessThanOrEqual(4);
});
