import { expect, it } from 'vitest';
import { percent, writeTable } from './report-figures.ts';

it('writeTable aligns columns, and does not limit the length of a row with one cell', () => {
  expect(
    writeTable([
      ['', 'rows', 'share'],
      ['a heading that is longer than any name'],
      ['one', '5', percent(0.5)],
      ['another', '1000', '–'],
    ]),
  ).toBe(
    [
      '           rows   share',
      '  a heading that is longer than any name',
      '  one         5  50.0 %',
      '  another  1000       –',
    ].join('\n'),
  );
});
