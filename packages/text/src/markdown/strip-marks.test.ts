import { expect, test } from 'vitest';
import { endsInColon, stripClosers, stripEmphasis, stripMarks, stripOpeners } from './strip-marks.ts';

test.each([
  ['**Bold** and _soft_ and `code`', 'Bold and soft and code'],
  ['snake_case and a__b stay', 'snake_case and a__b stay'],
  ['~~struck~~ after ~5 days', 'struck after ~5 days'],
  ['see [the guide](a.md)\nnow', 'see the guide now'],
])('%j without marks is %j', (source, words) => {
  expect(stripMarks(source)).toBe(words);
});

test('takes a long run of underscores in linear time', () => {
  const run = `a${'_'.repeat(200_000)}b`;
  expect(stripEmphasis(run)).toBe(run);
});

test('sees the first and the last word behind marks', () => {
  expect(stripClosers('**Careful.**)”')).toBe('**Careful.');
  expect(stripOpeners('**“However')).toBe('However');
});

test.each([
  ['You need:', true],
  ['**You need:** ', true],
  ['必要：', true],
  ['You need', false],
])('whether %j introduces what follows: %s', (source, expected) => {
  expect(endsInColon(source)).toBe(expected);
});
