import { expect, it } from 'vitest';
import { createRunning } from './create-running.ts';

it('cancels what is in progress, once, and nothing else', () => {
  const running = createRunning();
  const cancelled: string[] = [];
  running.start('msg_a', () => cancelled.push('a'));
  running.start('msg_b', () => cancelled.push('b'));
  running.end('msg_b');
  expect(running.cancel('msg_b')).toBe(false);
  expect(running.cancel('msg_c')).toBe(false);
  expect(running.cancel('msg_a')).toBe(true);
  expect(running.cancel('msg_a')).toBe(false);
  running.end('msg_a');
  expect(cancelled).toEqual(['a']);
});
