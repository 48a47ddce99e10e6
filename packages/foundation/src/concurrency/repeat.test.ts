import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('skips the ticks during a long round, and waits for that round when it stops', async () => {
  const rounds: PromiseWithResolvers<void>[] = [];
  const stop = repeat(1_000, () => {
    const round = Promise.withResolvers<void>();
    rounds.push(round);
    return round.promise;
  });
  vi.advanceTimersByTime(999);
  expect(rounds).toHaveLength(0);
  vi.advanceTimersByTime(5_000);
  expect(rounds).toHaveLength(1);
  rounds[0]?.resolve();
  await new Promise(setImmediate);
  // Nothing has piled up: the next round is that of the next tick.
  expect(rounds).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(rounds).toHaveLength(2);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  rounds[1]?.resolve();
  await stopped;
  vi.advanceTimersByTime(10_000);
  expect(rounds).toHaveLength(2);
});
