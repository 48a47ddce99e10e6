import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { keepIdleThreads, releaseThread, takeThread } from './idle-threads.ts';

const url = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (text) => text === 'die' ? process.exit() : parentPort.postMessage(text));
  `)}`,
);
const started: Worker[] = [];

function take(): Worker {
  const thread = takeThread(url);
  started.push(thread);
  return thread;
}

async function ask(thread: Worker, text: string): Promise<unknown> {
  const answer = once(thread, 'message');
  thread.postMessage(text);
  return (await answer)[0];
}

afterEach(async () => {
  keepIdleThreads(0);
  for (const thread of started.splice(0)) await thread.terminate();
});

it('ends a thread that is released, unless it is to keep some', async () => {
  keepIdleThreads(0);
  const thread = take();
  expect(await ask(thread, 'a')).toBe('a');
  await releaseThread(url, thread);
  expect(thread.threadId).toBe(-1);
  expect(take()).not.toBe(thread);
});

it('gives a kept thread to the next, which hears nothing of those before it', async () => {
  keepIdleThreads(1);
  const first = take();
  const second = take();
  const heard: unknown[] = [];
  first.on('message', (text) => heard.push(text));
  expect(await ask(first, 'a')).toBe('a');
  await releaseThread(url, first);
  await releaseThread(url, second);
  expect(second.threadId).toBe(-1);
  const next = take();
  expect(next).toBe(first);
  expect(await ask(next, 'b')).toBe('b');
  expect(heard).toEqual(['a']);
});

it('gives nobody a kept thread that has died', async () => {
  keepIdleThreads(1);
  const thread = take();
  await ask(thread, 'a');
  await releaseThread(url, thread);
  const ended = once(thread, 'exit');
  thread.postMessage('die');
  await ended;
  const next = take();
  expect(next).not.toBe(thread);
  expect(await ask(next, 'b')).toBe('b');
});
