import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { repeats, saysTheSame } from './says-the-same.ts';

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

test.each([
  ['Wages come on the *15th*.', 'All wages come on the 15th, by bank.', true],
  ['Wages come on the 15th.', 'On the 15th wages come, by bank.', false],
  ['Files are kept more than 30 days.', 'Files are kept less than 30 days.', false],
  ['Notice is 30 days for bakers.', 'Notice is 30 days for drivers.', false],
  ['Notice is 30 days for bakers.', 'Notice is 14 days for bakers.', false],
  ['Guests may use the gym.', 'Guests may not use the gym.', false],
  ['30 days', 'within 30 days of delivery', false],
])('%j repeats %j: %j', (one, other, expected) => {
  expect(repeats(one, other)).toBe(expected);
  expect(repeats(other, one)).toBe(expected);
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
