import { expect, it } from 'vitest';
import { writePercent } from './write-percent.ts';

it('uses as few digits as necessary', () => {
  expect([0, 0.8, 0.047, 0.05, 0.0999, 1, 0.996, 0.123].map(writePercent)).toEqual([
    ...['0 %', '80 %', '4.7 %', '5 %', '10 %', '100 %', '99.6 %', '12 %'],
  ]);
});
