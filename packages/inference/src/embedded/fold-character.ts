/**
 * What the model's training did with one character before it looked up words.
 * - `space` ends a word.
 * - `dropped` is read as if it were not there: control and format characters, lone surrogates.
 * - `mark` is an accent taken off the letter before it.
 * - `single` is a word by itself: punctuation, and ideographs, which are written without spaces.
 * - `letter` is part of a word, as `folded`.
 */
export type FoldedCharacter =
  | { readonly kind: 'space' | 'dropped' | 'mark' }
  | { readonly kind: 'single' | 'letter'; readonly folded: string };

const space = /^\s$/;
const keptControls = new Set(['\t', '\n', '\r']);
const unreadable = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]$/u;
const marks = /\p{Mn}/gu;
// The symbols of ASCII count as punctuation though Unicode does not call all of them so.
const punctuation = /^[\p{P}!-/:-@[-`{-~]$/u;

/** First and last code points of the blocks of ideographs that were set apart in training. Kana and Hangul were not. */
const ideographBlocks = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2b73f],
  [0x2b740, 0x2b81f],
  [0x2b820, 0x2ceaf],
  [0x2f800, 0x2fa1f],
] as const;

export function foldCharacter(codePoint: number, options: { readonly lowerCase: boolean }): FoldedCharacter {
  const character = String.fromCodePoint(codePoint);
  if (!keptControls.has(character) && unreadable.test(character)) return { kind: 'dropped' };
  if (space.test(character)) return { kind: 'space' };
  const folded = options.lowerCase ? character.toLowerCase().normalize('NFD').replace(marks, '') : character;
  if (folded === '') return { kind: 'mark' };
  const standsAlone =
    ideographBlocks.some(([first, last]) => codePoint >= first && codePoint <= last) ||
    punctuation.test(folded);
  return { kind: standsAlone ? 'single' : 'letter', folded };
}
