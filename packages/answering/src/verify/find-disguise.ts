import { stripEnd } from '@avow/text';
import { replaceCodeSpans } from '@avow/text/markdown';

/** Where signs between letters make nothing else of them: scripts that set words apart. */
const letter = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]`;
const unseen = String.raw`[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]`;

/** Marks that vanish when the answer is rendered, and leave another word than the one that was read. */
const markInWord = new RegExp(`${letter}(?:\\*{1,3}|\`+)${letter}`, 'gu');
const disguises: readonly RegExp[] = [
  new RegExp(`${letter}${unseen}+${letter}`, 'gu'),
  /[\u202a-\u202e\u2066-\u2069]/gu,
  /&(?!(?:amp|nbsp|lt|gt|quot|apos|#39);)(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/giu,
  /<!--|<(?!br ?\/?>)\/?[a-z][^<>]*>/giu,
  new RegExp(`${letter}<br ?/?>${letter}`, 'giu'),
  /\p{Script=Latin}[\p{Script=Greek}\p{Script=Cyrillic}]|[\p{Script=Greek}\p{Script=Cyrillic}]\p{Script=Latin}/gu,
  /~~/gu,
];

/**
 * A word that reads otherwise than it is written, such as "n**o**t", "n&shy;ot" or one with a letter of another alphabet;
 * null if there is none. What was compared with sources would not be what people see. A word that one of the sources
 * has is none.
 */
export function findDisguise(text: string, sources: readonly string[]): string | null {
  // In code everything reads as it is written.
  const shown = replaceCodeSpans(text, () => ' ');
  const words = [...wordsWith(markInWord, text), ...disguises.flatMap((form) => wordsWith(form, shown))];
  return words.find((word) => !sources.some((source) => source.includes(word))) ?? null;
}

/** The whole words in which something is found. What is found again in a word says nothing new of it. */
function wordsWith(form: RegExp, text: string): string[] {
  const words: string[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(form)) {
    if (index + found.length <= end) continue;
    let start = index;
    while (start > 0 && !isSpace(text, start - 1)) start -= 1;
    end = index + found.length;
    while (end < text.length && !isSpace(text, end)) end += 1;
    words.push(stripEnd(text.slice(start, end), /[)"'”“».,;:!?]/u).replace(/^[("'“„«]+/u, ''));
  }
  return words;
}

function isSpace(text: string, offset: number): boolean {
  return /\s/u.test(text.charAt(offset));
}
