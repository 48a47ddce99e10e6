import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitSignal } from './limit-signal.ts';

test('it is aborted with the outer signal, also if that is aborted already', () => {
  const outer = new AbortController();
  const reason = new Error('gone');
  const { signal, release } = limitSignal(outer.signal, 60_000);
  expect(signal.aborted).toBe(false);
  outer.abort(reason);
  expect(signal.reason).toBe(reason);
  release();
  const late = limitSignal(outer.signal, 60_000);
  expect(late.signal.reason).toBe(reason);
  late.release();
});

test('it is aborted once the time is up', async () => {
  const { signal, release } = limitSignal(new AbortController().signal, 1);
  await sleep(20);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  release();
});

test('nothing aborts it once it is released', async () => {
  const outer = new AbortController();
  const { signal, release } = limitSignal(outer.signal, 1);
  release();
  outer.abort();
  await sleep(20);
  expect(signal.aborted).toBe(false);
});
