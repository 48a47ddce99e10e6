import { normalise } from '@avow/text';

const lengthBefore = 70;
const lengthAfter = 40;
const marks = /\p{M}/gu;

const beyondAscii = /[\u0080-\uffff]/;

function foldContext(text: string): string {
  const plain = beyondAscii.test(text) ? normalise(text, 'NFD').replace(marks, '') : text;
  return plain.toLowerCase();
}

const escapeSource = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function wordSource(word: string): string {
  const isStart = word.endsWith('*');
  const source = foldContext(isStart ? word.slice(0, -1) : word)
    .split(' ')
    .map(escapeSource)
    .join("[ \\t\\n._'/-]{0,2}");
  return isStart ? source : `${source}(?![a-z])`;
}

/**
 * A pattern for words that say what a number is, given as lists with commas. Accents and case do not count; a space
 * stands for any short gap; `*` at the end lets the word go on.
 */
export function contextWords(...lists: readonly string[]): RegExp {
  const words = lists.flatMap((list) => list.split(', ')).filter((word) => word !== '');
  // No word at all would be found everywhere.
  if (words.length === 0) throw new RangeError('a context has at least one word');
  return new RegExp(`(?<![a-z])(?:${words.map(wordSource).join('|')})`, 'u');
}

/** What stands before and after a range, near enough to say what it is. */
export function hasContext(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  words: RegExp,
): boolean {
  // Two windows, so that no word is read across the number itself.
  return (
    words.test(foldContext(text.slice(Math.max(0, start - lengthBefore), start))) ||
    words.test(foldContext(text.slice(end, end + lengthAfter)))
  );
}

/** The same, for what must stand before: in `my passport is …` the word comes first in every language. */
export function hasContextBefore(text: string, start: number, words: RegExp): boolean {
  return words.test(foldContext(text.slice(Math.max(0, start - lengthBefore), start)));
}
