import { AppError } from '@avow/foundation';
import { expect, it } from 'vitest';
import { readIfMatch } from './if-match.ts';

it('reads the expected revisions', () => {
  expect(readIfMatch(undefined)).toBeNull();
  expect(readIfMatch(' * ')).toBeNull();
  expect(readIfMatch('"0"')).toEqual([0]);
  expect(readIfMatch('"3", "12-aZ_-9"')).toEqual([3, 12]);
});

it('matches no revision for weak or unknown tags', () => {
  for (const tag of ['W/"3"', '"03"', '"x"', '""', '"3.0"', '"3-"', '"9999999999"'])
    expect(readIfMatch(tag)).toEqual([]);
  expect(readIfMatch('W/"3", "4"')).toEqual([4]);
});

it('refuses a malformed tag', () => {
  for (const header of ['', '3', '"3', '"3" "4"', '"3",', '*, "3"', '"a"b"'])
    expect(() => readIfMatch(header), header).toThrow(AppError);
});
