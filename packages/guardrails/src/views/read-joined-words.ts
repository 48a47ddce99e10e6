import { knownWordLengthMax, knownWords } from './known-words.ts';
import { textLikelihood, wordLikelihood } from './likely-english.ts';
import { replaceParts, type ViewPart, type ViewReading } from './view-source.ts';

const joinedLengthMin = 12;
const joinedLengthMax = 2_000;
/** Languages with compounds have a candidate in every line. */
const cutsMax = 24;
const unknownLetterCost = 2.2;
const wordCost = 1;
/** Only two single letters are words; most others are the end or the beginning of an unknown word. */
const singleLetterCost = 0.9;
const inflectionCost = 0.3;
const unknownShareMax = 0.25;
const longWordLength = 20;
/** The mean length: many very short words are syllables of a word missing from the list. */
const wordLengthMin = 2.8;
/** Two joined words are a compound; an instruction has more. */
const piecesMin = 3;

/** The list has few inflected forms. Most can be derived, and wrongly derived ones do no harm here. */
const inflectedWords: ReadonlySet<string> = new Set(
  Array.from(knownWords)
    .filter((word) => word.length >= 3)
    .flatMap((word) => {
      const stem = word.endsWith('e') ? word.slice(0, -1) : word;
      return [`${word}s`, `${stem}ed`, `${stem}ing`, `${stem}er`, `${word}ly`, `${word.slice(0, -1)}ies`];
    })
    .filter((word) => !knownWords.has(word)),
);

/**
 * Splits letters without spaces into known words at the lowest cost, where a known word costs one and a letter outside
 * any word costs more. Each position looks back at most one word length.
 */
function cutWords(letters: string): readonly string[] | null {
  const costs = new Float64Array(letters.length + 1);
  const lengths = new Int32Array(letters.length + 1);
  for (let end = 1; end <= letters.length; end++) {
    let best = (costs[end - 1] ?? 0) + unknownLetterCost;
    let bestLength = -1;
    for (let length = Math.min(knownWordLengthMax + 3, end); length >= 1; length--) {
      const word = letters.slice(end - length, end);
      const isKnown = knownWords.has(word);
      if (!isKnown && !inflectedWords.has(word)) continue;
      const extra = length === 1 ? singleLetterCost : isKnown ? 0 : inflectionCost;
      const cost = (costs[end - length] ?? 0) + wordCost + extra;
      if (cost < best) {
        best = cost;
        bestLength = length;
      }
    }
    costs[end] = best;
    lengths[end] = bestLength;
  }
  return followCut(letters, lengths);
}

/** Collects the words of the cheapest split. Adjacent letters outside known words stay together. */
function followCut(letters: string, lengths: Int32Array): readonly string[] | null {
  const words: string[] = [];
  let unknown = '';
  let unknownLetters = 0;
  for (let end = letters.length; end > 0; ) {
    const length = lengths[end] ?? -1;
    if (length < 0) {
      unknown = letters.charAt(end - 1) + unknown;
      unknownLetters++;
      end--;
      continue;
    }
    if (unknown !== '') words.push(unknown);
    unknown = '';
    words.push(letters.slice(end - length, end));
    end -= length;
  }
  if (unknown !== '') words.push(unknown);
  // "Organization" is not "or", "gan" and so on: text no longer than a word must consist only of known words.
  const unknownMax = letters.length < longWordLength ? 0 : letters.length * unknownShareMax;
  const isCut = unknownLetters <= unknownMax && words.length * wordLengthMin <= letters.length;
  return isCut && words.length >= piecesMin ? words.reverse() : null;
}

const humpLikelyMin = -2.6;
/** Camel-case identifiers have two or three humps; sentences have more words. */
const humps = /[a-z][A-Z].*[a-z][A-Z].*[a-z][A-Z]/;

/** Words without the spaces between them. */
export const joinedWordReading: ViewReading = {
  name: 'joined words',
  isDisguise: false,
  read({ text, words }) {
    const parts: ViewPart[] = [];
    let cutsLeft = cutsMax;
    for (const { word, start, end } of words()) {
      if (word.length < joinedLengthMin || word.length > joinedLengthMax || knownWords.has(word)) continue;
      const written = text.slice(start, end);
      if (humps.test(written)) {
        const apart = written.replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ');
        // Encoded text has humps too, but no words between them.
        if (textLikelihood(apart.toLowerCase().split(' ')) > humpLikelyMin) {
          parts.push({ start, end, text: apart });
          continue;
        }
      }
      // A long word that looks like English, such as "understanding", is probably missing from the list.
      if (word.length < 18 && wordLikelihood(word) > -2) continue;
      if (cutsLeft-- === 0) break;
      const cut = cutWords(word);
      if (cut !== null) parts.push({ start, end, text: cut.join(' ') });
    }
    return replaceParts(text, parts);
  },
};
