import { expect, it } from 'vitest';
import { createBell } from './create-bell.ts';

const neverMs = 2 ** 31 - 1;
const going = () => new AbortController().signal;

it('a ring is heard by who waits, or by the next who does, and by one only', async () => {
  const bell = createBell();
  const waiting = bell.wait(neverMs, going());
  bell.ring();
  await waiting;
  bell.ring();
  bell.ring();
  await bell.wait(neverMs, going());
  let isOver = false;
  const quiet = bell.wait(neverMs, going()).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  bell.ring();
  await quiet;
});

it('nobody waits longer than they want to', async () => {
  const bell = createBell();
  await bell.wait(1, going());
  await bell.wait(neverMs, AbortSignal.abort());
  const leaving = new AbortController();
  const waiting = bell.wait(neverMs, leaving.signal);
  leaving.abort();
  await waiting;
});
