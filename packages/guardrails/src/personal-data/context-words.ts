import { normalise } from '@avow/text/terms';

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
 * A pattern for words that label a number, given as comma-separated lists. Accents and case are ignored; a space matches
 * any short gap; a trailing `*` matches longer words.
 */
export function contextWords(...lists: readonly string[]): RegExp {
  const words = lists.flatMap((list) => list.split(', ')).filter((word) => word !== '');
  // An empty list would match everywhere.
  if (words.length === 0) throw new RangeError('a context has at least one word');
  return new RegExp(`(?<![a-z])(?:${words.map(wordSource).join('|')})`, 'u');
}

/** Whether a label is near enough before or after a range. */
export function hasContext(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  words: RegExp,
): boolean {
  // Two windows, so that no word matches across the number itself.
  return (
    words.test(foldContext(text.slice(Math.max(0, start - lengthBefore), start))) ||
    words.test(foldContext(text.slice(end, end + lengthAfter)))
  );
}

/** The same for labels that must come before the value, as in `my passport is …`. */
export function hasContextBefore(text: string, start: number, words: RegExp): boolean {
  return words.test(foldContext(text.slice(Math.max(0, start - lengthBefore), start)));
}
