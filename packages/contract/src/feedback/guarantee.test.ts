import { expect, test } from 'vitest';
import { drawAnswersRequestSchema, guaranteeLimits } from './guarantee.ts';

const accepts = (request: object) => drawAnswersRequestSchema.safeParse(request).success;

test('a draw has limits', () => {
  const { wrongMin, wrongMax, countMin, countMax, daysMax } = guaranteeLimits;
  expect(accepts({ wrong_max: wrongMin })).toBe(true);
  expect(accepts({ wrong_max: wrongMin - 0.001 })).toBe(false);
  expect(accepts({ wrong_max: wrongMax + 0.001 })).toBe(false);
  expect(accepts({ wrong_max: 0.05, count: countMin, days: daysMax })).toBe(true);
  expect(accepts({ wrong_max: 0.05, count: countMin - 1 })).toBe(false);
  expect(accepts({ wrong_max: 0.05, count: countMax + 1 })).toBe(false);
  expect(accepts({ wrong_max: 0.05, days: daysMax + 1 })).toBe(false);
  expect(accepts({})).toBe(false);
});
