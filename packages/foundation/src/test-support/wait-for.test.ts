import { expect, it } from 'vitest';
import { waitFor } from './wait-for.ts';

it('waits while it is false or fails, and returns what it becomes', async () => {
  let calls = 0;
  const look = () => {
    calls += 1;
    if (calls === 1) throw new Error('nothing there');
    return calls === 2 ? false : 'there';
  };
  expect(await waitFor(look)).toBe('there');
  expect(calls).toBe(3);
});

it('says what did not come', async () => {
  const isOpen = () => false;
  await expect(waitFor(isOpen, { waitMs: 0 })).rejects.toThrow('() => false: it is still false');
  const fail = () => Promise.reject(new Error('no such file'));
  await expect(waitFor(fail, { waitMs: 0 })).rejects.toThrow('no such file');
});
