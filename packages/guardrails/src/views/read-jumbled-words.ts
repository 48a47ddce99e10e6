import { knownWords } from './known-words.ts';
import { replaceParts, type ViewPart, type ViewReading } from './view-source.ts';

const jumbledLengthMin = 5;

/** The first letter, the inner letters in any order, the last letter. */
function jumbleKey(word: string): string {
  const between = Array.from(word.slice(1, -1)).sort().join('');
  return word.charAt(0) + between + word.charAt(word.length - 1);
}

/** Keys shared by two words are left out as ambiguous. */
function createIndex(): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  const shared = new Set<string>();
  for (const word of knownWords) {
    if (word.length < jumbledLengthMin) continue;
    const key = jumbleKey(word);
    if (index.has(key)) shared.add(key);
    index.set(key, word);
  }
  for (const key of shared) index.delete(key);
  return index;
}

const wordOfJumble = createIndex();
/** First and last letter and the length: a cheap filter, so that only a few words have their letters sorted. */
function shapeOf(word: string): number {
  return (word.charCodeAt(0) * 128 + word.charCodeAt(word.length - 1)) * 32 + word.length;
}

const jumbleShapes: ReadonlySet<number> = new Set(Array.from(wordOfJumble.values(), shapeOf));

/** Words with transposed inner letters ("ingore"), which people read without noticing. */
export const jumbledWordReading: ViewReading = {
  name: 'jumbled letters',
  isDisguise: true,
  read({ text, words }) {
    const parts: ViewPart[] = [];
    for (const { word, start, end } of words()) {
      if (word.length < jumbledLengthMin || word.length > 16 || knownWords.has(word)) continue;
      if (!jumbleShapes.has(shapeOf(word))) continue;
      const meant = wordOfJumble.get(jumbleKey(word));
      if (meant !== undefined) parts.push({ start, end, text: meant });
    }
    return replaceParts(text, parts);
  },
};
