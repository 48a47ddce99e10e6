import { expect, it } from 'vitest';
import { createRunning } from './create-running.ts';

const ada = { tenantId: 'ten_1', endUserId: 'ada', threadId: 'thr_1' } as const;

it('cancels what is in progress, once, and nothing else', () => {
  const running = createRunning();
  const cancelled: string[] = [];
  running.start('msg_a', ada, () => cancelled.push('a'));
  running.start('msg_b', ada, () => cancelled.push('b'));
  running.end('msg_b');
  expect(running.cancel('msg_b')).toBe(false);
  expect(running.cancel('msg_c')).toBe(false);
  expect(running.cancel('msg_a')).toBe(true);
  expect(running.cancel('msg_a')).toBe(false);
  running.end('msg_a');
  expect(cancelled).toEqual(['a']);
});

it('lists what is in progress for a person, even if it is being cancelled', () => {
  const running = createRunning();
  const cancel = () => undefined;
  running.start('msg_a', ada, cancel);
  running.start('msg_b', ada, cancel);
  running.start('msg_c', { ...ada, tenantId: 'ten_2' }, cancel);
  running.start('msg_d', { ...ada, endUserId: null }, cancel);
  running.cancel('msg_a');
  const ofAda = () =>
    running.listOf(({ tenantId, endUserId }) => tenantId === 'ten_1' && endUserId === 'ada');
  expect(ofAda()).toEqual(['msg_a', 'msg_b']);
  running.end('msg_a');
  expect(ofAda()).toEqual(['msg_b']);
});
