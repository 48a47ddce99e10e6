import { knownWords } from './known-words.ts';
import { wordLikelihood } from './likely-english.ts';
import { type LatinWord, type Reading, replaceParts } from './source.ts';

const wordsMin = 3;
const shareMin = 0.6;
const consonantsMax = 4;

/** The word before its beginning was moved to its end: the known one, or else the likeliest. */
function restore(word: string): string {
  const body = word.slice(0, -2);
  const isOpen = /^[aeiou]/.test(body);
  // What begins with a vowel moves nothing and takes "way"; "y" and "h" are taken too, but begin words more often.
  const candidates = isOpen && body.endsWith('w') ? [body.slice(0, -1)] : [];
  if (!/[aeiou]/.test(body)) candidates.push(body);
  for (let moved = 1; moved <= Math.min(consonantsMax, body.length - 1); moved++) {
    const beginning = body.slice(-moved);
    if (!/^(?:[^aeiou]+|[^aeiou]*qu)$/.test(beginning)) break;
    candidates.push(beginning + body.slice(0, -moved));
  }
  if (isOpen && /[yh]$/.test(body)) candidates.push(body.slice(0, -1));
  const known = candidates.find((candidate) => knownWords.has(candidate));
  if (known !== undefined) return known;
  const likeliest = candidates.toSorted((one, other) => wordLikelihood(other) - wordLikelihood(one));
  return likeliest[0] ?? word;
}

const isPig = ({ word }: LatinWord): boolean => word.length > 2 && word.endsWith('ay');

/** Words of the kind that follow each other, several at a time. */
function findRuns(words: readonly LatinWord[]): readonly LatinWord[] {
  const kept: LatinWord[] = [];
  let from = 0;
  for (let index = 0; index <= words.length; index++) {
    const word = words[index];
    if (word !== undefined && isPig(word)) continue;
    if (index - from >= wordsMin) kept.push(...words.slice(from, index));
    from = index + 1;
  }
  return kept;
}

/** Words with their beginning moved to the end, and "ay" after it. */
export const pigLatinReading: Reading = {
  name: 'pig latin',
  isDisguise: true,
  read(source) {
    const words = source.words();
    const pigs = words.filter(isPig);
    if (pigs.length < wordsMin) return null;
    // "Today", "always" and "away" stand in every text; only in pig latin is nearly every word like them.
    const kept = pigs.length >= words.length * shareMin ? pigs : findRuns(words);
    return replaceParts(
      source.text,
      kept.map(({ word, start, end }) => ({ start, end, text: restore(word) })),
    );
  },
};
