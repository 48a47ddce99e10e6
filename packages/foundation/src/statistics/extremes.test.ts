import { expect, test } from 'vitest';
import { largest, smallest } from './extremes.ts';

test('finds the largest and the smallest of any number of values', () => {
  expect([largest([2, 5, -1]), smallest([2, 5, -1])]).toEqual([5, -1]);
  expect([largest([]), smallest([])]).toEqual([Math.max(), Math.min()]);
  const many = Array.from({ length: 500_000 }, (_, position) => position);
  expect([largest(many), smallest(many)]).toEqual([499_999, 0]);
});
