import fc from 'fast-check';
import { expect, it } from 'vitest';
import { balancedAccuracy, type Classified } from './balanced-accuracy.ts';

const classified = (actual: string, predicted: string): Classified<string> => ({ actual, predicted });

it('is the mean of the share classified correctly in each class, as calculated by hand', () => {
  const all = [
    classified('yes', 'yes'),
    classified('yes', 'yes'),
    classified('yes', 'yes'),
    classified('yes', 'no'),
    classified('no', 'yes'),
  ];
  expect(balancedAccuracy(all)).toBeCloseTo((3 / 4 + 0) / 2);
  expect(balancedAccuracy([...all, classified('maybe', 'maybe')])).toBeCloseTo((3 / 4 + 0 + 1) / 3);
  expect(balancedAccuracy([])).toBe(0);
});

it('is one over the number of classes for a classifier that always answers the same, however rare a class is', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('yes', 'no', 'maybe'), { minLength: 1 }), (actual) => {
      const always = actual.map((one) => classified(one, actual[0] ?? ''));
      expect(balancedAccuracy(always)).toBeCloseTo(1 / new Set(actual).size);
    }),
  );
});

it('does not change if every row is duplicated', () => {
  const rows = fc.array(
    fc
      .tuple(fc.constantFrom('yes', 'no'), fc.constantFrom('yes', 'no'))
      .map(([one, other]) => classified(one, other)),
  );
  fc.assert(
    fc.property(rows, (all) => {
      expect(balancedAccuracy([...all, ...all])).toBeCloseTo(balancedAccuracy(all));
    }),
  );
});
