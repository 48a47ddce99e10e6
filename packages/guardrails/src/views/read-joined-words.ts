import { knownWordLengthMax, knownWords } from './known-words.ts';
import { textLikelihood, wordLikelihood } from './likely-english.ts';
import { type Reading, type Replacement, replaceParts } from './source.ts';

const joinedLengthMin = 12;
const joinedLengthMax = 2_000;
/** In languages that join words by their nature there is one to try in every line. */
const cutsMax = 24;
const unknownLetterCost = 2.2;
const wordCost = 1;
/** A single letter is a word in two cases only, and more often the end or the beginning of one that is not known. */
const singleLetterCost = 0.9;
const inflectionCost = 0.3;
const unknownShareMax = 0.25;
const longWordLength = 20;
/** On the average: many very short ones are the syllables of a word that the list lacks. */
const wordLengthMin = 2.8;
/** Two words in one are a compound; an order has more. */
const piecesMin = 3;

/** The list holds few of the forms of a word; most follow from it, and those that do not harm nobody here. */
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
 * Cuts letters without spaces into known words: the cheapest cut, where a known word costs one and a letter that
 * belongs to none costs more. Each place looks back one word's length at most.
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

/** Letters that belong to no known word stay together as one. */
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
  // "Organization" is not "or", "gan" and so on: what is no longer than a word must be made of words alone.
  const unknownMax = letters.length < longWordLength ? 0 : letters.length * unknownShareMax;
  const isCut = unknownLetters <= unknownMax && words.length * wordLengthMin <= letters.length;
  return isCut && words.length >= piecesMin ? words.reverse() : null;
}

const humpLikelyMin = -2.6;
/** Names in programs have two humps or three; sentences have more words. */
const humps = /[a-z][A-Z].*[a-z][A-Z].*[a-z][A-Z]/;

/** Words that lost the spaces between them. */
export const joinedWordReading: Reading = {
  name: 'joined words',
  isDisguise: false,
  read({ text, words }) {
    const parts: Replacement[] = [];
    let cutsLeft = cutsMax;
    for (const { word, start, end } of words()) {
      if (word.length < joinedLengthMin || word.length > joinedLengthMax || knownWords.has(word)) continue;
      const written = text.slice(start, end);
      if (humps.test(written)) {
        const apart = written.replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ');
        // A code has humps as well, but no words between them.
        if (textLikelihood(apart.toLowerCase().split(' ')) > humpLikelyMin) {
          parts.push({ start, end, text: apart });
          continue;
        }
      }
      // A long word that reads well, such as "understanding", is a word that the list lacks.
      if (word.length < 18 && wordLikelihood(word) > -2) continue;
      if (cutsLeft-- === 0) break;
      const cut = cutWords(word);
      if (cut !== null) parts.push({ start, end, text: cut.join(' ') });
    }
    return replaceParts(text, parts);
  },
};
