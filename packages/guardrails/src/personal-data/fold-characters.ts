import { decimalDigitValue } from './decimal-digit.ts';

/** A text in which equivalent characters have one form, with a mapping back to the original. */
export interface FoldedText {
  readonly text: string;
  /** The UTF-16 offsets in the original of a range of the folded text. It never splits a surrogate pair. */
  originalRange(start: number, end: number): { readonly start: number; readonly end: number };
}

const needsFolding = /[^\t\n -~]/;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
const space = /^\p{Zs}$/u;
const dash = /^[\p{Pd}\u2212\u2043]$/u;
const apostrophe = /^[\u2018\u2019\u02bc]$/;
const lineEnd = /^[\r\u0085\u2028\u2029]$/;
const printable = /^[\x21-\x7e]$/;

/** The folded form of a character outside printable ASCII: nothing, one ASCII character, or itself. */
function computeFolded(character: string): string {
  if (ignorable.test(character)) return '';
  const digit = decimalDigitValue(character.codePointAt(0) ?? 0);
  if (digit !== null) return String(digit);
  if (space.test(character)) return ' ';
  if (dash.test(character)) return '-';
  if (apostrophe.test(character)) return "'";
  if (lineEnd.test(character)) return '\n';
  const composed = character.normalize('NFKC');
  return printable.test(composed) ? composed : character;
}

const remembered = new Map<string, string>();
const rememberedMax = 4_096;

function foldCharacter(character: string): string {
  if (character >= ' ' && character <= '~') return character;
  const known = remembered.get(character);
  if (known !== undefined) return known;
  const folded = computeFolded(character);
  if (remembered.size < rememberedMax) remembered.set(character, folded);
  return folded;
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

function createRangeOf(text: string, starts: Uint32Array, ends: Uint32Array): FoldedText['originalRange'] {
  return (start, end) => {
    let first = starts[start] ?? text.length;
    const last = ends[end - 1] ?? first;
    if (isLowSurrogate(text.charCodeAt(first))) first -= 1;
    return { start: first, end: isLowSurrogate(text.charCodeAt(last)) ? last + 1 : last };
  };
}

/**
 * Folds digits of any script to 0–9, full-width and mathematical letters to plain ones, all spaces to a space, dashes to a
 * hyphen, curly apostrophes to straight ones and line breaks to a line feed. Invisible characters are removed.
 */
export function foldCharacters(text: string): FoldedText {
  if (!needsFolding.test(text)) return { text, originalRange: (start, end) => ({ start, end }) };
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  let offset = 0;
  for (const character of text) {
    // Of CR LF, only the line feed is kept.
    const isFirstOfTwo = character === '\r' && text[offset + 1] === '\n';
    const folded = isFirstOfTwo ? '' : foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit += 1) {
      const isWhole = folded.length < character.length || character.length === 1;
      starts[length] = isWhole ? offset : offset + unit;
      ends[length] = isWhole ? offset + character.length : offset + unit + 1;
      length += 1;
    }
    parts.push(folded);
    offset += character.length;
  }
  return { text: parts.join(''), originalRange: createRangeOf(text, starts, ends) };
}
