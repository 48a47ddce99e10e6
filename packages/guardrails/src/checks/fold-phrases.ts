import { policyLimits } from '@avow/contract/guardrails';
import { codePointLength } from '@avow/contract/values';
import { foldWords } from '../fold-words.ts';

/** A single ASCII word, which only needs lower-casing; most entries are such. */
const plainWord = /^[a-z0-9]+$/i;
const { phraseWordsMax, wordsCodePointsMax } = policyLimits;

/** The folded words of each phrase, or a message if there are too many. */
export function foldPhrases(phrases: readonly string[]): ReadonlyArray<readonly string[]> | string {
  const folded: Array<readonly string[]> = [];
  const known = new Map<string, string>();
  let wordCount = 0;
  let codePoints = 0;
  for (const phrase of phrases) {
    codePoints += codePointLength(phrase);
    if (codePoints > wordsCodePointsMax)
      return `Must have at most ${wordsCodePointsMax.toLocaleString('en')} characters in total`;
    const words = plainWord.test(phrase) ? [phrase.toLowerCase()] : foldWords(phrase, known);
    wordCount += words.length;
    if (wordCount > phraseWordsMax)
      return `Must have at most ${phraseWordsMax.toLocaleString('en')} words in all phrases together`;
    folded.push(words);
  }
  return folded;
}
