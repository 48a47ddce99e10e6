import { describe, expect, it, test } from 'vitest';
import { cellBorders, cellsOf, escapeCell, isTableRule, mayBecomeTableRule } from './tables.ts';

test.each([
  ['|---|:-:|', true],
  ['--- | ---', true],
  ['> | - |', true],
  ['|---|\r', true],
  ['---', false],
  ['|', false],
  ['|---||---|', false],
  ['|-:-|', false],
  ['| a |', false],
])('whether %j is the rule of a table: %s', (line, expected) => {
  expect(isTableRule(line)).toBe(expected);
  if (expected)
    for (let end = 0; end < line.trim().length; end++)
      expect(mayBecomeTableRule(line.slice(0, end))).toBe(true);
});

describe('cellsOf', () => {
  test.each<[string, string[]]>([
    ['| a | b |', ['a', 'b']],
    ['a | b', ['a', 'b']],
    ['> | a || b', ['a', '', 'b']],
    ['| a \\| b |', ['a \\| b']],
    ['a \\|', ['a \\|']],
    // The backslash is escaped, the bar is not.
    ['| a \\\\| b |', ['a \\\\', 'b']],
    ['- | b', ['-', 'b']],
    ['|', ['']],
    ['', ['']],
  ])('of %j', (row, cells) => {
    expect(cellsOf(row)).toEqual(cells);
  });

  it('reads as one cell what was written as one', () => {
    for (const words of ['a|b', 'a\\', 'a\\|b', '\\\\|', 'C:\\temp'])
      expect(cellsOf(`| ${escapeCell(words)} | c |`)).toHaveLength(2);
  });
});

test('finds the bars between cells, not around them', () => {
  expect(cellBorders('| a | b \\| c | d |')).toEqual([4, 13]);
  expect(cellBorders('a | b')).toEqual([2]);
});
