import { normalise } from '@avow/text/terms';

/** A word of a text, normalised so that all spellings that a reader takes for the same word are equal. */
export interface FoldedWord {
  readonly word: string;
  /** UTF-16 offsets into the text, never within a character. Several words folded from one character share its range. */
  readonly start: number;
  readonly end: number;
}

/** Marks written over or under letters; those that make another syllable of it (kana, Indic) are kept. */
const diacritics = /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]--[\u3099\u309a]]/gv;

/** Zero-width and other characters that are not drawn, such as soft hyphens, joiners and direction marks. */
const ignorables = /\p{Default_Ignorable_Code_Point}/gu;

/** Letters with a stroke, which Unicode does not decompose into a letter and a mark. */
const strokes: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' };

function removeMarks(text: string): string {
  return normalise(text, 'NFKD').replace(ignorables, '').replace(diacritics, '');
}

/**
 * Through upper case, which unifies letters with one capital and several lower-case forms, such as ß, ſ and ς. Lower case
 * first, because the capital ẞ is its own capital and only its lower-case letter becomes SS.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

function foldPart(part: string): string {
  // Case mapping can add marks, hence the second removal.
  return normalise(removeMarks(foldCase(removeMarks(part))), 'NFKC').replace(
    /[łøđħŧı]/gu,
    (letter) => strokes[letter] ?? letter,
  );
}

const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/**
 * A word; or one character of a script without spaces; or one symbol that distinguishes names (C, C++). What lies between
 * words does not count, so that a phrase is found across spaces, hyphens, emphasis and line ends.
 */
const wordPattern = new RegExp(
  `[${unspacedScripts}]\\p{M}*|[[\\p{L}\\p{N}\\p{M}]--[${unspacedScripts}]]+|[\\p{Extended_Pictographic}\\p{Sc}#%+@\\&]`,
  'gv',
);

const ascii = /^[\0-\x7f]*$/;

/**
 * Parts that fold to the same alone as within the text: plain ASCII; Korean, whose letters combine into syllables; and any
 * other character with its combining marks.
 */
const joins = '\\p{M}\\p{Default_Ignorable_Code_Point}\\uff9e\\uff9f';
const partPattern = new RegExp(
  `[\\0-\\x7f]+(?![${joins}])|\\p{Script=Hangul}[\\p{Script=Hangul}${joins}]*|[^][${joins}]*`,
  'gv',
);

/** A folded text, with the original range of each UTF-16 unit. */
interface Folded {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function foldText(text: string, known: Map<string, string>): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  const pieces: string[] = [];
  for (const { 0: part, index } of text.matchAll(partPattern)) {
    const isPlain = ascii.test(part);
    const folded = isPlain ? part.toLowerCase() : (known.get(part) ?? foldPart(part));
    if (!isPlain) known.set(part, folded);
    pieces.push(folded);
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(isPlain ? index + unit : index);
      ends.push(isPlain ? index + unit + 1 : index + part.length);
    }
  }
  return { text: pieces.join(''), starts, ends };
}

/**
 * The folded words of a text with their offsets. `known` caches folded characters across texts, since texts use few
 * different ones.
 */
export function findWords(
  text: string,
  known: Map<string, string> = new Map<string, string>(),
): readonly FoldedWord[] {
  const words: FoldedWord[] = [];
  if (ascii.test(text)) {
    for (const { 0: word, index } of text.toLowerCase().matchAll(wordPattern))
      words.push({ word, start: index, end: index + word.length });
    return words;
  }
  const folded = foldText(text, known);
  for (const { 0: word, index } of folded.text.matchAll(wordPattern)) {
    const start = folded.starts[index] ?? 0;
    words.push({ word, start, end: folded.ends[index + word.length - 1] ?? text.length });
  }
  return words;
}

export function foldWords(text: string, known?: Map<string, string>): readonly string[] {
  return findWords(text, known).map(({ word }) => word);
}
