import { expect, it } from 'vitest';
import { judgeSending, mailTriedForMs } from './judge-sending.ts';

const tried = (attempts: number) => ({ attempts, giveUpAtMs: mailTriedForMs });

it('tries again later and later, and for the last time when the time is up', () => {
  const delays = [];
  let nowMs = 0;
  for (let attempts = 1; ; attempts++) {
    const judged = judgeSending('unreachable', tried(attempts), nowMs);
    if (judged.kind !== 'retry') {
      expect(judged).toEqual({ kind: 'dead' });
      break;
    }
    delays.push((judged.dueAtMs - nowMs) / 60_000);
    nowMs = judged.dueAtMs;
  }
  expect(delays.slice(0, 6)).toEqual([1, 5, 15, 60, 240, 480]);
  expect(nowMs).toBe(mailTriedForMs);
});

it('ends what was sent and what is refused for good', () => {
  expect(judgeSending('ok', tried(1), 0)).toEqual({ kind: 'sent' });
  expect(judgeSending('refused', tried(1), 0)).toEqual({ kind: 'dead' });
});
