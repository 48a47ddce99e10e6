import { visibleText } from './plain-text.ts';

/** A word of the letters a to z, with its offsets. */
interface LatinWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** A text to which readings are applied. What several readings need is computed once, on demand. */
export interface ViewSource {
  /** The original text, including invisible characters. */
  readonly raw: string;
  /** The visible text, in its original case. */
  readonly text: string;
  /** The visible text in lower case, with the same offsets. */
  readonly lower: () => string;
  readonly words: () => readonly LatinWord[];
}

/** Removes one kind of disguise or variation: returns the resulting text, or null if it does not apply. */
export interface ViewReading {
  readonly name: string;
  /** Whether people write like this only to hide something; accents, entities and markup hide nothing. */
  readonly isDisguise: boolean;
  readonly read: (source: ViewSource) => string | null;
}

export function createViewSource(raw: string): ViewSource {
  const text = visibleText(raw);
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

/** The lower-case form of a few letters of other scripts has another length, which would shift all later offsets. */
function lowerLatin(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const codeOfA = 97;
const codeOfZ = 122;

function findWords(lower: string): readonly LatinWord[] {
  const words: LatinWord[] = [];
  let start = -1;
  // A loop instead of a pattern, which takes four times as long: every text passes through here.
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

export interface ViewPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces parts of a text; null if there is nothing to replace. */
export function replaceParts(text: string, parts: readonly ViewPart[]): string | null {
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
