import { describe, expect, it } from 'vitest';
import { segmentText } from './segment-text.ts';

const shown = (text: string, ranges: Parameters<typeof segmentText>[1] = []) =>
  segmentText(text, ranges).map(({ text: part, isStrong, isCode, ranges: of }) => [
    part,
    `${isStrong ? 'strong' : ''}${isCode ? 'code' : ''}`,
    of.join(),
  ]);

describe('segmentText', () => {
  it('leaves out the marks of strong text and code', () => {
    expect(shown('Get **27 days** by `form`.')).toEqual([
      ['Get ', '', ''],
      ['27 days', 'strong', ''],
      [' by ', '', ''],
      ['form', 'code', ''],
      ['.', '', ''],
    ]);
  });

  it('takes a mark without its other half, or across lines, as text', () => {
    expect(shown('2 ** 3 is 8')).toEqual([['2 ** 3 is 8', '', '']]);
    expect(
      shown('a ** b\nc ** d')
        .map(([part]) => part)
        .join(''),
    ).toBe('a ** b\nc ** d');
  });

  it('counts ranges in code points, and cuts marked text at their ends', () => {
    expect(shown('🏔 is **high**', [{ start: 0, end: 9 }])).toEqual([
      ['🏔 is ', '', '0'],
      ['hi', 'strong', '0'],
      ['gh', 'strong', ''],
    ]);
  });

  it('keeps ranges that overlap, and those that reach beyond the text', () => {
    expect(
      shown('abcd', [
        { start: 0, end: 3 },
        { start: 1, end: 99 },
      ]),
    ).toEqual([
      ['a', '', '0'],
      ['bc', '', '0,1'],
      ['d', '', '1'],
    ]);
  });
});
