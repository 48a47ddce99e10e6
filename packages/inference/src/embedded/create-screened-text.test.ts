import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScreenedText } from './create-screened-text.ts';
import { createTokeniser } from './create-tokeniser.ts';
import { tinyVocabulary } from './test-support/tiny-vocabulary.ts';

const tokeniser = createTokeniser({ vocabulary: tinyVocabulary, lowerCase: true });
const tokensMax = 96;
const screen = (text: string) => createScreenedText(text, tokeniser, { tokensMax });
const wordsOf = (text: string) => screen(text).words.map(({ start, end }) => text.slice(start, end));
/** The words of a text whose tokens are marked as capitalised. */
const capitalsOf = (text: string) => {
  const { words, windows } = screen(text);
  return words
    .filter(({ firstToken }) => windows[0]?.capitals[firstToken + 1] === 1)
    .map(({ start, end }) => text.slice(start, end));
};
const anyScript = fc.constantFrom(
  ...[
    'the Holiday',
    'a😀B',
    'Cafe\u0301',
    'É',
    '한국',
    '国語',
    'ß',
    'İ',
    'ǅ',
    '\u0301',
    ' ',
    '\n',
    '\ud800',
    '[SEP]',
  ],
  ...['unbelievable', 'Passages', '\u200dA', '𝐀b', '\u{20021}', "O'Neil-the", 'x'.repeat(120)],
);
const texts = fc
  .array(fc.oneof(anyScript, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 120 })
  .map((parts) => parts.join(''));

describe('createScreenedText', () => {
  it('has the words that the tokeniser sees, with where they stand in UTF-16 units', () => {
    expect(wordsOf("😀 Unbelievable days, O'Neil 国語")).toEqual([
      ...['😀', 'Unbelievable', 'days', ',', 'O', "'", 'Neil', '国', '語'],
    ]);
    expect(wordsOf(' \n')).toEqual([]);
  });

  it('gives all tokens of a word the capital that it begins with, and the frame none', () => {
    const { words, windows } = screen('the Unbelievable holiday');
    const pieces = words.map(({ firstToken, tokensEnd }) => tokensEnd - firstToken);
    expect(pieces).toEqual([1, expect.any(Number), 1]);
    const [count = 0] = pieces.slice(1);
    expect(count).toBeGreaterThan(1);
    expect(windows).toMatchObject([{ capitals: [0, 0, ...new Array(count).fill(1), 0, 0] }]);
  });

  it('takes for a capital what Unicode calls an upper-case letter, first in the word', () => {
    expect(capitalsOf('A b C9 dE 9F É E\u0301 İ 𝐀 ǅ 国 "X ß ᴀ ⓐ Ⓐ')).toEqual([
      ...['A', 'C9', 'É', 'E\u0301', 'İ', '𝐀', 'X'],
    ]);
  });

  it('has every token of a text of any script in a window, in its place, and in one word', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const whole = tokeniser.tokenise(text, Number.POSITIVE_INFINITY);
        const { words, windows } = screen(text);
        const tokens = words.flatMap(({ firstToken, tokensEnd }) =>
          Array.from({ length: tokensEnd - firstToken }, (_, at) => firstToken + at),
        );
        expect(tokens).toEqual([...whole.ids.keys()]);
        const seen = new Set<number>();
        for (const { ids, capitals, textAt, firstToken } of windows) {
          expect(ids.length).toBeLessThanOrEqual(tokensMax);
          expect(capitals).toHaveLength(ids.length);
          expect([ids[0], ids.at(-1)]).toEqual([tokeniser.special.start, tokeniser.special.separator]);
          expect([capitals[0], capitals.at(-1)]).toEqual([0, 0]);
          for (const [at, id] of ids.slice(textAt, -1).entries()) {
            seen.add(firstToken + at);
            expect(id).toBe(whole.ids[firstToken + at]);
          }
        }
        expect(seen.size).toBe(whole.ids.length);
      }),
    );
  });

  it('has words one after another within the text, whose capital is that of their first character', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { words, windows } = screen(text);
        let before = 0;
        for (const { start, end, firstToken } of words) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
          const first = String.fromCodePoint(text.codePointAt(start) ?? 0);
          const window = windows.find((one) => firstToken < one.firstToken + one.ids.length - 2);
          expect(window?.capitals[firstToken - window.firstToken + 1]).toBe(/\p{Lu}/u.test(first) ? 1 : 0);
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('overlaps its windows by 64 tokens', () => {
    const { windows } = screen('a '.repeat(200));
    expect(windows.map(({ firstToken }) => firstToken)).toEqual([0, 30, 60, 90, 120]);
  });
});
