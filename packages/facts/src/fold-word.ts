import { stripEmphasis } from '@avow/text/markdown';
import { normalise, stem } from '@avow/text/terms';

const isAscii = /^[\x20-\x7e]*$/;

/** A word without case, accents, possessive and ending: what names are compared by. */
export function foldWord(word: string): string {
  const bare = word.toLowerCase().replace(/['’](?:s)?$/u, '');
  return stem(isAscii.test(bare) ? bare : normalise(bare, 'NFD').replace(/\p{M}/gu, ''));
}

/** Words as they are compared letter for letter: without emphasis, and with one kind of each mark. */
export function foldVerbatim(folded: string): string {
  return stripEmphasis(folded)
    .replaceAll('\\', '')
    .replace(/[“”„«»‟]/gu, '"')
    .replace(/[‘’‚‹›]/gu, "'")
    .replace(/[–—]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim();
}
