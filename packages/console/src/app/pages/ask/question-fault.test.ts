import { expect, it } from 'vitest';
import { questionFault } from './question-fault.ts';

it('says in words that a question is too long, counted as the service does', () => {
  expect(questionFault('x'.repeat(200_000), 32_000)).toBe(
    'This question has 200,000 characters. At most 32,000 can be asked at once: please shorten it.',
  );
  expect(questionFault('x'.repeat(32_000), 32_000)).toBeUndefined();
  expect(questionFault('😀'.repeat(10), 10)).toBeUndefined();
});
