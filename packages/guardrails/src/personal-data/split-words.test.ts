import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGroupGap, splitWords } from './split-words.ts';

describe('splitWords', () => {
  it.each([
    ['Pay 12 to DE89', ['PAY', '12', 'TO', 'DE89']],
    ['x4111_9', ['X4111?9']],
    ['卡号4111谢谢', ['4111']],
    ['４１ ٤١ ＡＢ', ['41', '41', 'AB']],
    ['ж4 é', ['?4', '?']],
    ['\u200b41\u200b11\u200b', ['4111']],
    ['\u200d \ufe0f', []],
  ])('splits %s', (text, folded) => {
    expect(splitWords(text).map((word) => word.folded)).toEqual(folded);
  });

  it('returns ordered offsets of the words, without invisible characters at their ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        let endedAt = 0;
        for (const { start, end, folded } of splitWords(text)) {
          expect(start).toBeGreaterThanOrEqual(endedAt);
          const drawn = text.slice(start, end).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
          expect([...folded]).toHaveLength([...drawn].length);
          expect(text.slice(start, end)).not.toMatch(
            /^\p{Default_Ignorable_Code_Point}|\p{Default_Ignorable_Code_Point}$/u,
          );
          endedAt = end;
        }
      }),
    );
  });
});

describe('isGroupGap', () => {
  it.each([' ', '-', '\u00a0', '–', ' - ', '\u200b \u200b'])(
    'takes %j for a gap between groups',
    (between) => {
      expect(isGroupGap(between)).toBe(true);
    },
  );

  it.each(['', '\u200b', '    ', '\n', ', ', '.', '/', '\t'])('does not take %j for one', (between) => {
    expect(isGroupGap(between)).toBe(false);
  });
});
