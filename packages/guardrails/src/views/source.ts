import { cleanText } from './plain-text.ts';

/** A word of the letters a to z, with the offsets at which it stands. */
interface LatinWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** One text to be read in other ways. What several readings need is made once, and only when one asks. */
export interface Source {
  /** As it came, with what is not drawn. */
  readonly raw: string;
  /** What is drawn: letters keep their case. */
  readonly text: string;
  /** The same text in small letters, offset by offset. */
  readonly lower: () => string;
  readonly words: () => readonly LatinWord[];
}

/** A way to read a text: the text as it then reads, or null where this way shows nothing. */
export interface Reading {
  readonly name: string;
  /** Whether nobody writes like that but to hide what is written; accents, entities and markup hide nothing. */
  readonly isDisguise: boolean;
  readonly read: (source: Source) => string | null;
}

export function createSource(raw: string): Source {
  const text = cleanText(raw);
  let lower: string | null = null;
  let words: readonly LatinWord[] | null = null;
  const lowerOf = (): string => {
    lower ??= lowerLatin(text);
    return lower;
  };
  return {
    raw,
    text,
    lower: lowerOf,
    words: () => {
      words ??= findWords(lowerOf());
      return words;
    },
  };
}

/** A few capitals of other scripts have small letters of another length, which would shift every offset after them. */
function lowerLatin(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const codeOfA = 97;
const codeOfZ = 122;

function findWords(lower: string): readonly LatinWord[] {
  const words: LatinWord[] = [];
  let start = -1;
  // By hand: every text comes through here, and a pattern takes four times as long.
  for (let index = 0; index <= lower.length; index++) {
    const code = index < lower.length ? lower.charCodeAt(index) : 0;
    if (code >= codeOfA && code <= codeOfZ) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      words.push({ word: lower.slice(start, index), start, end: index });
      start = -1;
    }
  }
  return words;
}

export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with some of its parts put in other words; null where there are none. */
export function replaceParts(text: string, parts: readonly Replacement[]): string | null {
  if (parts.length === 0) return null;
  const pieces: string[] = [];
  let from = 0;
  for (const part of parts) {
    pieces.push(text.slice(from, part.start), part.text);
    from = part.end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}
