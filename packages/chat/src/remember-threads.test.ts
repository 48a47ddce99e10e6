import { expect, it } from 'vitest';
import { rememberThreads } from './remember-threads.ts';

const asked = { place: 'room', isThread: true, person: 'ann', text: 'Where?', threadId: 'thr_1' };

it('continues the thread of a person, and lets others build on what was asked', () => {
  const threads = rememberThreads();
  expect(threads.recall('room', 'ann')).toEqual({});
  threads.remember(asked);
  expect(threads.recall('room', 'ann')).toEqual({ thread_id: 'thr_1' });
  expect(threads.recall('room', 'bob')).toEqual({ history: ['Where?'] });
  expect(threads.recall('elsewhere', 'ann')).toEqual({});
  threads.forget('room', 'ann');
  expect(threads.recall('room', 'ann')).toEqual({ history: ['Where?'] });
});

it('keeps the last four questions, each within the limit of the service', () => {
  const threads = rememberThreads();
  for (const text of ['1', '2', '3', '4', 'x'.repeat(5000)]) threads.remember({ ...asked, text });
  const recalled = threads.recall('room', 'bob') as { history: string[] };
  expect(recalled.history.map(({ length }) => length)).toEqual([1, 1, 1, 2000]);
});

it('begins anew after a pause in a chat, but not in a thread', () => {
  let nowMs = 0;
  const threads = rememberThreads(() => nowMs);
  threads.remember(asked);
  threads.remember({ ...asked, place: 'chat', isThread: false });
  nowMs = 29 * 60_000;
  expect(threads.recall('chat', 'ann')).toEqual({ thread_id: 'thr_1' });
  nowMs = 31 * 60_000;
  expect(threads.recall('chat', 'ann')).toEqual({});
  expect(threads.recall('room', 'ann')).toEqual({ thread_id: 'thr_1' });
});

it('forgets what was not used for longest', () => {
  const threads = rememberThreads();
  for (let place = 0; place <= 10_000; place += 1) threads.remember({ ...asked, place: String(place) });
  expect(threads.recall('0', 'ann')).toEqual({});
  expect(threads.recall('1', 'ann')).toEqual({ thread_id: 'thr_1' });
  for (let person = 0; person < 50; person += 1) threads.remember({ ...asked, person: String(person) });
  threads.remember({ ...asked, person: 'last' });
  expect(threads.recall('room', '0')).toEqual({ history: ['Where?', 'Where?', 'Where?', 'Where?'] });
});
