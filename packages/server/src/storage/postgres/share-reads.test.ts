import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shareReads } from './share-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives everybody who asks for a while the same read, and then another', async () => {
  let reads = 0;
  const read = shareReads(async () => ++reads, 200);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  vi.advanceTimersByTime(199);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await read()).toBe(2);
});

it('does not keep a read that failed', async () => {
  let reads = 0;
  const read = shareReads(async () => {
    reads += 1;
    if (reads === 1) throw new Error('broken');
    return reads;
  }, 200);
  await expect(read()).rejects.toThrow('broken');
  expect(await read()).toBe(2);
});
