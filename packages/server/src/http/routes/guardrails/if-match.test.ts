import { expect, it } from 'vitest';
import { AppError } from '../../../errors/app-error.ts';
import { readIfMatch } from './if-match.ts';

it('reads the revisions that a change may be made from', () => {
  expect(readIfMatch(undefined)).toBeNull();
  expect(readIfMatch(' * ')).toBeNull();
  expect(readIfMatch('"0"')).toEqual([0]);
  expect(readIfMatch('"3", "12"')).toEqual([3, 12]);
});

it('takes tags for what they are: those of nothing match nothing', () => {
  for (const tag of ['W/"3"', '"03"', '"x"', '""', '"3.0"', '"9999999999"'])
    expect(readIfMatch(tag)).toEqual([]);
  expect(readIfMatch('W/"3", "4"')).toEqual([4]);
});

it('refuses what is no tag at all', () => {
  for (const header of ['', '3', '"3', '"3" "4"', '"3",', '*, "3"', '"a"b"'])
    expect(() => readIfMatch(header), header).toThrow(AppError);
});
