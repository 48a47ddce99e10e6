import { functionWords } from '@avow/text/terms';

/** Words that point elsewhere: without the text before, a reader does not know what they mean. */
const pointing = new Set(
  'this that these those it they there here such each one another other both either neither nothing nobody none what which who whoever whatever where when while why how if as since because so then also only most some many few several not no his her their its our my we you he she'.split(
    ' ',
  ),
);
/** "The first six months" are those of something. */
const counting = new Set(
  'first second third last next previous two three four five six seven eight nine ten'.split(' '),
);
const partsMax = 5;

/** What a sentence is about, as a question can name it. */
export interface Subject {
  /** Within a sentence: "a content pack". */
  readonly words: string;
  readonly isPlural: boolean;
}

/**
 * The subject that a sentence begins with, where it says by itself what it is about: "A content pack", "Curated pairs",
 * "The audit record", and not "This" or "The value". `text` is the whole document: how it writes a word elsewhere tells
 * whether that is a name.
 */
export function findSubject(
  phrase: string,
  text: string,
  {
    mayBeOneWord = false,
  }: {
    /** "The alarm" will do: what is asked of it tells which is meant. */ readonly mayBeOneWord?: boolean;
  } = {},
): Subject | null {
  const parts = phrase.split(' ');
  const [first = '', ...rest] = parts;
  if (parts.length > partsMax || !/^[\p{L}\p{N}'’_-]+(?: [\p{L}\p{N}'’_-]+)*$/u.test(phrase)) return null;
  const opening = first.toLowerCase();
  if (pointing.has(opening) || rest.some((word) => counting.has(word.toLowerCase()))) return null;
  if (['a', 'an', 'every'].includes(opening)) {
    if (rest.length === 0 || rest.some(isGrammar)) return null;
    return { words: [opening, ...rest].join(' '), isPlural: false };
  }
  const isPlural = isPluralWord(parts.at(-1) ?? '');
  if (opening === 'your') {
    if (rest.length === 0 || rest.some(isGrammar)) return null;
    return { words: ['my', ...rest].join(' '), isPlural };
  }
  if (opening === 'the') {
    // "The value" is that of something which only stands before it.
    if (rest.length < (mayBeOneWord ? 1 : 2) || rest.some(isGrammar)) return null;
    return { words: ['the', ...rest].join(' '), isPlural };
  }
  if (parts.some(isGrammar)) return null;
  // One thing without an article is a name, or no thing at all.
  if (!isPlural && !isName(first, text)) return null;
  return { words: [isName(first, text) ? first : opening, ...rest].join(' '), isPlural };
}

function isGrammar(word: string): boolean {
  return functionWords.has(word.toLowerCase());
}

function isPluralWord(word: string): boolean {
  return /[^s'’]s$/.test(word) && !/(?:ss|us|is)$/.test(word);
}

/** Capitalised where no sentence begins, or written as only names are. */
function isName(word: string, text: string): boolean {
  if (/\p{Lu}.*\p{Lu}|\d|_/u.test(word)) return true;
  if (!/^\p{Lu}/u.test(word)) return false;
  return new RegExp(`[\\p{Ll},;] ${word}\\b`, 'u').test(text) && !text.includes(` ${word.toLowerCase()} `);
}
