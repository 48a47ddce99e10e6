import { expect, it } from 'vitest';
import { createNotifier } from './notifier.ts';

const neverMs = 2 ** 31 - 1;
const going = () => new AbortController().signal;

it('wakes the waiter, or ends the next wait immediately, and only one', async () => {
  const notifier = createNotifier();
  const waiting = notifier.wait(neverMs, going());
  notifier.notify();
  await waiting;
  notifier.notify();
  notifier.notify();
  await notifier.wait(neverMs, going());
  let isOver = false;
  const quiet = notifier.wait(neverMs, going()).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  notifier.notify();
  await quiet;
});

it('stops waiting when the time is up or the signal is aborted', async () => {
  const notifier = createNotifier();
  await notifier.wait(1, going());
  await notifier.wait(neverMs, AbortSignal.abort());
  const leaving = new AbortController();
  const waiting = notifier.wait(neverMs, leaving.signal);
  leaving.abort();
  await waiting;
});
