import { normalise } from '@avow/text/terms';

const ascii = /^[\0-\x7f]*$/;

/** Invisible characters, which can split a word for a machine but not for a reader. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const control = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;
// No-break spaces, Braille blanks and similar characters look like a space.
const blank = /[\p{Zs}\u2800\v\f]/gu;

/** Western European letters and typographic punctuation: these have no hidden characters or alternative forms. */
const simple = /^[\0-\x7f\u00c0-\u00ff‘’“”–—•]*$/;

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/** Normalises each character and removes invisible ones. Case and line breaks are kept. */
export function visibleText(text: string): string {
  const seen = control.test(text) ? text.replace(control, '') : text;
  control.lastIndex = 0;
  if (simple.test(seen)) return seen;
  return normalise(seen.replace(ignorable, ''), 'NFKC').replace(ignorable, '').replace(blank, ' ');
}

/** Letters that mathematics and lists use singly, and that decorative alphabets consist of. */
const fancyLetter = /[\u24b6-\u24e9\u{1d400}-\u{1d7cb}]/gu;
const separatedLetters = /[A-Za-z][\u200b\u2060\ufeff]+(?=[A-Za-z])/g;
const disguisedLettersMin = 6;

/** Whether many letters are decorative or separated by invisible characters: only the cleaned text shows the words. */
export function isWrittenInDisguise(raw: string): boolean {
  if (isAscii(raw)) return false;
  const letters = (raw.match(fancyLetter)?.length ?? 0) + (raw.match(separatedLetters)?.length ?? 0);
  return letters >= disguisedLettersMin;
}

const spaces = /[ \t\r\v\f]{2,}|[\t\r\v\f]/g;

/** Lower case, with single spaces or line breaks between words. */
export function collapseText(clean: string): string {
  const lower = clean.toLowerCase();
  const lines = lower.includes('\n') ? collapseLines(lower) : lower;
  return lines.replace(spaces, ' ').trim();
}

/** Splits instead of using a pattern, because one that begins with any number of blanks takes quadratic time. */
function collapseLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
