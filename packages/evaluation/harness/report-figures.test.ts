import { expect, it } from 'vitest';
import { percent, writeTable } from './report-figures.ts';

it('writeTable puts cells under one another, and lets a row of one cell be as long as it likes', () => {
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
