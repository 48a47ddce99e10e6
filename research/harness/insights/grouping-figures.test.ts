import { expect, test } from 'vitest';
import { groupingFigures } from './grouping-figures.ts';

test('groups equal to the labels are pure and complete', () => {
  expect(groupingFigures([0, 0, 1], ['a', 'a', 'b'])).toEqual({ groups: 2, purity: 1, recall: 1 });
});

test('singletons are pure, and one group is complete', () => {
  expect(groupingFigures([0, 1, 2, 3], ['a', 'a', 'b', 'b'])).toEqual({ groups: 4, purity: 1, recall: 0.5 });
  expect(groupingFigures([0, 0, 0, 0], ['a', 'a', 'b', 'b'])).toEqual({ groups: 1, purity: 0.5, recall: 1 });
});

test('no questions give zero', () => {
  expect(groupingFigures([], [])).toEqual({ groups: 0, purity: 0, recall: 0 });
});
