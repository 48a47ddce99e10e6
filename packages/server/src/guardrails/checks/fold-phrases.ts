import { codePointLength, policyLimits } from '@avow/contract';
import { foldWords } from '../fold-words.ts';

/** One word that needs no more than small letters, as most do. */
const plainWord = /^[a-z0-9]+$/i;
const { phraseWordsMax, wordsCodePointsMax } = policyLimits;

/** The words of each phrase, or why there are too many to be made ready at one go: that is told as soon as it is seen. */
export function foldPhrases(phrases: readonly string[]): ReadonlyArray<readonly string[]> | string {
  const folded: Array<readonly string[]> = [];
  const known = new Map<string, string>();
  let wordCount = 0;
  let codePoints = 0;
  for (const phrase of phrases) {
    codePoints += codePointLength(phrase);
    if (codePoints > wordsCodePointsMax)
      return `Has more than ${wordsCodePointsMax.toLocaleString('en')} characters together`;
    const words = plainWord.test(phrase) ? [phrase.toLowerCase()] : foldWords(phrase, known);
    wordCount += words.length;
    if (wordCount > phraseWordsMax)
      return `Has more than ${phraseWordsMax.toLocaleString('en')} words in its phrases together`;
    folded.push(words);
  }
  return folded;
}
