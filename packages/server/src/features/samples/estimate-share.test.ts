import { expect, it } from 'vitest';
import { estimateShare } from './estimate-share.ts';

it('is the interval of Clopper and Pearson with a confidence of 95 %', () => {
  const { from, until } = estimateShare(2, 60);
  expect(from).toBeCloseTo(0.00406, 4);
  expect(until).toBeCloseTo(0.1153, 4);
  expect(estimateShare(0, 60).from).toBe(0);
  expect(estimateShare(0, 60).until).toBeCloseTo(1 - 0.025 ** (1 / 60), 6);
  expect(estimateShare(60, 60)).toMatchObject({ from: expect.closeTo(0.025 ** (1 / 60), 6), until: 1 });
});

it('leaves anything possible without records', () => {
  expect(estimateShare(0, 0)).toEqual({ found: 0, of: 0, from: 0, until: 1 });
});
