import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Breaker, type CallEnd, createBreaker } from './create-breaker.ts';

const failed: CallEnd = { outcome: 'failed', code: 'failed', restMs: null };
const worked: CallEnd = { outcome: 'worked' };
const unknown: CallEnd = { outcome: 'unknown' };

let breaker: Breaker;
let changes: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  changes = [];
  breaker = createBreaker({
    clock: { nowMs: () => Date.now() },
    restMs: 1000,
    onChange: (change) => changes.push(change),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** One try with this end; false where none is let in. */
async function attempt(end: CallEnd): Promise<boolean> {
  const settle = breaker.admit();
  settle?.(end);
  await vi.advanceTimersByTimeAsync(0);
  return settle !== null;
}

const open = async () => {
  for (let time = 0; time < 5; time += 1) expect(await attempt(failed)).toBe(true);
};

it('rejects calls after too many failures in a row, reports it once, and notifies listeners', async () => {
  const opened = vi.fn();
  breaker.onOpen(opened);
  const stopListening = breaker.onOpen(() => expect.unreachable());
  stopListening();
  await open();
  expect(opened).toHaveBeenCalledTimes(1);
  expect(await attempt(worked)).toBe(false);
  expect(breaker.isOpen()).toBe(true);
  expect(changes).toEqual([{ kind: 'degraded', code: 'failed' }]);
});

it('opens with the next failure if others found the provider failing, unless a call works before', async () => {
  breaker.suspect();
  expect(await attempt(worked)).toBe(true);
  for (let time = 0; time < 4; time += 1) expect(await attempt(failed)).toBe(true);
  expect(breaker.isOpen()).toBe(false);
  expect(await attempt(worked)).toBe(true);
  breaker.suspect();
  expect(breaker.isOpen()).toBe(false);
  expect(await attempt(failed)).toBe(true);
  expect(breaker.isOpen()).toBe(true);
});

it('lets one probe in after the rest, nobody else meanwhile, and everybody once it has worked', async () => {
  await open();
  await vi.advanceTimersByTimeAsync(999);
  expect(breaker.admit()).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(breaker.isOpen()).toBe(false);
  const settle = breaker.admit();
  expect(settle).not.toBeNull();
  expect(breaker.admit()).toBeNull();
  expect(breaker.isOpen()).toBe(true);
  settle?.(worked);
  await vi.advanceTimersByTimeAsync(0);
  expect(breaker.isOpen()).toBe(false);
  expect(changes).toEqual([
    { kind: 'degraded', code: 'failed' },
    { kind: 'recovered', code: 'failed' },
  ]);
  // What failed before is forgotten: it takes as much again.
  for (let time = 0; time < 4; time += 1) expect(await attempt(failed)).toBe(true);
  expect(await attempt(failed)).toBe(true);
  expect(await attempt(worked)).toBe(false);
});

it('rests twice as long each time the probe fails, without telling it again', async () => {
  await open();
  for (const restMs of [1000, 2000, 4000]) {
    await vi.advanceTimersByTimeAsync(restMs - 1);
    expect(breaker.admit()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(await attempt(failed)).toBe(true);
  }
  expect(changes).toHaveLength(1);
});

it('rests as long as the provider wants, and no longer than a minute', async () => {
  for (let time = 0; time < 4; time += 1) await attempt(failed);
  await attempt({ outcome: 'failed', code: 'busy', restMs: 7000 });
  await vi.advanceTimersByTimeAsync(6999);
  expect(breaker.admit()).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await attempt({ outcome: 'failed', code: 'busy', restMs: 9_000_000 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(breaker.admit()).not.toBeNull();
});

it('ignores attempts that the caller aborted: they neither open nor close it', async () => {
  for (let time = 0; time < 50; time += 1) expect(await attempt(unknown)).toBe(true);
  await open();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await attempt(unknown)).toBe(true);
  expect(changes).toHaveLength(1);
  // The next one may probe at once.
  expect(await attempt(worked)).toBe(true);
  expect(changes).toHaveLength(2);
});

it('is not opened by tries that end after it has rested', async () => {
  const late = [1, 2, 3, 4].map(() => breaker.admit());
  await open();
  await vi.advanceTimersByTimeAsync(1000);
  const probe = breaker.admit();
  for (const settle of late) settle?.(failed);
  await vi.advanceTimersByTimeAsync(0);
  probe?.(worked);
  await vi.advanceTimersByTimeAsync(0);
  expect(breaker.isOpen()).toBe(false);
});
