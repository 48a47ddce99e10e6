/** Marks written over or under letters; those that make another syllable of it (kana, Indic) are kept. */
const diacritics = /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]--[\u3099\u309a]]/gv;

/** Zero-width and other characters that are not drawn, such as soft hyphens, joiners and direction marks. */
const ignorables = /\p{Default_Ignorable_Code_Point}/gu;

/** Letters with a stroke, which Unicode does not take apart into a letter and a mark. */
const strokes: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' };

function removeMarks(text: string): string {
  return text.normalize('NFKD').replace(ignorables, '').replace(diacritics, '');
}

/** Upper case first: it brings together what has one capital and several small letters, such as ß, ſ and ς. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/**
 * A word; or one character where words are not set apart by spaces; or one sign that names are told apart by (C, C++).
 * What lies between words never counts, so that a phrase is found across spaces, hyphens, emphasis and line ends.
 */
const wordPattern = new RegExp(
  `[${unspacedScripts}]\\p{M}*|[[\\p{L}\\p{N}\\p{M}]--[${unspacedScripts}]]+|[\\p{Extended_Pictographic}\\p{Sc}#%+@\\&]`,
  'gv',
);

/** The words of a text as they are compared: one form for all ways of writing them that a reader takes for the same. */
export function foldWords(text: string): readonly string[] {
  // Case mapping can bring marks of its own, hence the second removal.
  const folded = removeMarks(foldCase(removeMarks(text)))
    .normalize('NFKC')
    .replace(/[łøđħŧı]/gu, (letter) => strokes[letter] ?? letter);
  return folded.match(wordPattern) ?? [];
}
