import { expect, test } from 'vitest';
import { groupingFigures } from './grouping-figures.ts';

test('groups that are the labels are pure and whole', () => {
  expect(groupingFigures([0, 0, 1], ['a', 'a', 'b'])).toEqual({ groups: 2, purity: 1, recall: 1 });
});

test('each by itself is pure, and all together whole', () => {
  expect(groupingFigures([0, 1, 2, 3], ['a', 'a', 'b', 'b'])).toEqual({ groups: 4, purity: 1, recall: 0.5 });
  expect(groupingFigures([0, 0, 0, 0], ['a', 'a', 'b', 'b'])).toEqual({ groups: 1, purity: 0.5, recall: 1 });
});

test('of nothing there is nothing', () => {
  expect(groupingFigures([], [])).toEqual({ groups: 0, purity: 0, recall: 0 });
});
