import { knownWords } from './known-words.ts';
import { type LatinWord, type Reading, type Replacement, replaceParts } from './source.ts';

const jumbledLengthMin = 5;
const consonantsMin = 3;

/** The first letter, the letters between in any order, the last letter. */
function jumbleKey(word: string): string {
  const between = Array.from(word.slice(1, -1)).sort().join('');
  return word.charAt(0) + between + word.charAt(word.length - 1);
}

/** Keys that two words share say nothing. */
function createIndex(keyOf: (word: string) => string, lengthMin: number): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  const shared = new Set<string>();
  for (const word of knownWords) {
    if (word.length < lengthMin) continue;
    const key = keyOf(word);
    if (index.has(key)) shared.add(key);
    index.set(key, word);
  }
  for (const key of shared) index.delete(key);
  return index;
}

const wordOfJumble = createIndex(jumbleKey, jumbledLengthMin);
/** First and last letter and the length: few words of a text share them with a known one, and only those are sorted. */
function shapeOf(word: string): number {
  return (word.charCodeAt(0) * 128 + word.charCodeAt(word.length - 1)) * 32 + word.length;
}

const jumbleShapes: ReadonlySet<number> = new Set(Array.from(wordOfJumble.values(), shapeOf));
const wordOfConsonants = createIndex((word) => word.replace(/[aeiou]/g, ''), 4);

/** Words whose inner letters changed places ("ingore"), which people read without noticing. */
export const jumbledWordReading: Reading = {
  name: 'jumbled letters',
  isDisguise: true,
  read({ text, words }) {
    const parts: Replacement[] = [];
    for (const { word, start, end } of words()) {
      if (word.length < jumbledLengthMin || word.length > 16 || knownWords.has(word)) continue;
      if (!jumbleShapes.has(shapeOf(word))) continue;
      const meant = wordOfJumble.get(jumbleKey(word));
      if (meant !== undefined) parts.push({ start, end, text: meant });
    }
    return replaceParts(text, parts);
  },
};

const vowelless = /^[^aeiou]+$/;
const shareMin = 0.6;
const wordsMin = 3;

const isVowelless = ({ word }: LatinWord): boolean => vowelless.test(word);

/** Words without their vowels: only those that one known word is left over from. */
export const vowelReading: Reading = {
  name: 'vowels left out',
  isDisguise: true,
  read(source) {
    const words = source.words();
    const bare = words.filter(isVowelless);
    if (bare.length < wordsMin || bare.length < words.length * shareMin) return null;
    return replaceParts(
      source.text,
      bare.flatMap(({ word, start, end }) => {
        const meant = word.length < consonantsMin ? undefined : wordOfConsonants.get(word);
        return meant === undefined ? [] : [{ start, end, text: meant }];
      }),
    );
  },
};
