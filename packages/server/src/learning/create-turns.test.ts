import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './create-turns.ts';

it('takes turns at one thing, and none at different things', async () => {
  const takeTurn = createTurns();
  const said: string[] = [];
  const work = (name: string) => async () => {
    said.push(`${name} begins`);
    await nextTurn();
    said.push(`${name} ends`);
    return name;
  };
  const all = [takeTurn('a', work('a1')), takeTurn('a', work('a2')), takeTurn('b', work('b1'))];
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
  expect(said.filter((line) => line.startsWith('a'))).toEqual([
    'a1 begins',
    'a1 ends',
    'a2 begins',
    'a2 ends',
  ]);
  expect(said.indexOf('b1 begins')).toBeLessThan(said.indexOf('a1 ends'));
});

it('goes on after what failed', async () => {
  const takeTurn = createTurns();
  const failed = takeTurn('a', () => Promise.reject(new Error('no')));
  const next = takeTurn('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
