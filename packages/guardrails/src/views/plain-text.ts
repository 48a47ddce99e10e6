import { normalise } from '@avow/text';

const ascii = /^[\0-\x7f]*$/;

/** Not drawn, and so able to part a word for a machine that is whole for a reader. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const control = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;
// A no-break space, a Braille blank and their like are drawn as a space.
const blank = /[\p{Zs}\u2800\v\f]/gu;

/** Letters of western Europe and the punctuation of books: nothing in them is hidden or written in two ways. */
const simple = /^[\0-\x7f\u00c0-\u00ff‘’“”–—•]*$/;

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** One way of writing each character, nothing that is not drawn; letters keep their case, lines their ends. */
export function cleanText(text: string): string {
  const seen = control.test(text) ? text.replace(control, '') : text;
  control.lastIndex = 0;
  if (simple.test(seen)) return seen;
  return normalise(seen.replace(ignorable, ''), 'NFKC').replace(ignorable, '').replace(blank, ' ');
}

/** Letters that mathematicians and lists use one at a time; fonts of signs are made of them. */
const fancyLetter = /[\u24b6-\u24e9\u{1d400}-\u{1d7cb}]/gu;
const partedLetters = /[A-Za-z][\u200b\u2060\ufeff]+(?=[A-Za-z])/g;
const disguisedLettersMin = 6;

/** Whether letters are written or parted so that only a cleaned text shows the words, time and again. */
export function isWrittenInDisguise(raw: string): boolean {
  if (isAscii(raw)) return false;
  const letters = (raw.match(fancyLetter)?.length ?? 0) + (raw.match(partedLetters)?.length ?? 0);
  return letters >= disguisedLettersMin;
}

const spaces = /[ \t\r\v\f]{2,}|[\t\r\v\f]/g;

/** Small letters, and one space or one line end between words. */
export function collapseText(clean: string): string {
  const lower = clean.toLowerCase();
  const lines = lower.includes('\n') ? collapseLines(lower) : lower;
  return lines.replace(spaces, ' ').trim();
}

/** By splitting, since a pattern that begins with any number of blanks takes the square of their number. */
function collapseLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
