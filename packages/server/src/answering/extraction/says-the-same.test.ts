import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { saysTheSame } from './says-the-same.ts';

test.each([
  ['30 days', 'within 30 days of delivery'],
  ['thirty-day notice', 'a notice of thirty days'],
  ['the head of sales', 'head of sales or their deputy'],
  ['30 days', '30 days, at most 90'],
])('%j says the same as %j', (one, other) => {
  expect(saysTheSame(one, other)).toBe(true);
});

test.each([
  ['30 days', '14 days'],
  ['the head of sales', 'the works council'],
  ['it is allowed', 'it is not allowed'],
  ['', 'the works council'],
])('%j does not say the same as %j', (one, other) => {
  expect(saysTheSame(one, other)).toBe(false);
});

it('is symmetric', () => {
  const words = fc
    .array(fc.constantFrom('30', '14', 'days', 'leave', 'not', 'board', 'of'), { maxLength: 6 })
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(words, words, (one, other) => {
      expect(saysTheSame(one, other)).toBe(saysTheSame(other, one));
    }),
  );
});
