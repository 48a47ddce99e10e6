import { detectLanguage } from './detect-language.ts';

/** Short questions are easily taken for another language: those that are known must be out of the question. */
const doubtShare = 0.6;
const lettersMin = 10;
/** One or two words in Latin letters are names as often as questions. */
const latinWordsMin = 3;
const readMax = 4_000;

/**
 * The most likely language of a question, as `detectLanguage` names it, if it is clearly none of the known ones. Null if it
 * may be one of them. Which of several similar languages it is need not be clear.
 */
export function otherLanguage(text: string, known: readonly string[]): string | null {
  const read = text.slice(0, readMax);
  const scores = detectLanguage(read, lettersMin);
  const [first] = scores;
  if (first === undefined) return null;
  const [language, most] = first;
  const latinWords = read.match(/[\p{sc=Latin}\p{M}]+/gu)?.length ?? 0;
  if (latinWords > 0 && latinWords < latinWordsMin) return null;
  return known.some((one) => (scores.get(one) ?? 0) > most * doubtShare) ? null : language;
}
