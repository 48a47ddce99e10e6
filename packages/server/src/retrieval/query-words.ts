import { functionWords, questionWords } from '../text/stop-words.ts';

const wordsMax = 64;
const wordUnitsMax = 40;
/** No prompt is longer; what comes after is not looked at. */
const textUnitsMax = 64_000;

/**
 * The words of a text that are worth looking up, in order, each once. Of a long text the beginning and the end count:
 * that is where people put their question. Empty where there is nothing to look up.
 */
export function queryWords(text: string): string[] {
  const found =
    text
      .slice(0, textUnitsMax)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const words = new Set<string>();
  for (const word of found) {
    if (word.length <= wordUnitsMax && !functionWords.has(word) && !questionWords.has(word)) words.add(word);
  }
  const unique = [...words];
  if (unique.length <= wordsMax) return unique;
  return [...unique.slice(0, wordsMax / 2), ...unique.slice(-wordsMax / 2)];
}
