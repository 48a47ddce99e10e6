import { splitSentences } from '@avow/text/sentences';
import { contentTerms, stem, wordsOf } from '@avow/text/terms';

/** Words that make a statement of a question, or say who is meant, and nothing else. */
const emptyWords: ReadonlySet<string> = new Set(
  'a an the i me my you your he him his she her it its we us our they them their one am is are was were be do does did that'.split(
    ' ',
  ),
);
/** Between alternatives: to leave one of them out is an answer. */
const alternatives: ReadonlySet<string> = new Set(['or', 'oder', 'ou', 'o']);
/** Of the content words of what was asked: a few of them may be an answer, as one of several things that it names. */
const repeatedMin = 0.8;
const questionUnitsMax = 8_000;

/**
 * Whether a sentence only says again what was asked, or what was said before the question: "Trello is gone." after "Is Trello
 * gone?" A yes, a no and every other word that the question lacks make it an answer, and so does a word that it has less often:
 * "A mercury turbine runs on mercury."
 */
export function repeatsQuestion(text: string, question: string): boolean {
  const asked = question.slice(0, questionUnitsMax);
  const written = new Set(foldedWords(text));
  const known = new Set(foldedWords(asked));
  if ([...written].some((word) => !known.has(word) && !emptyWords.has(word))) return false;
  const terms = countEach(contentTerms(text));
  const askedTerms = countEach(contentTerms(asked));
  if ([...terms].some(([term, count]) => count > (askedTerms.get(term) ?? 0))) return false;
  return splitSentences(asked).some(({ start, end }) => {
    const sentence = asked.slice(start, end);
    if (foldedWords(sentence).some((word) => alternatives.has(word) && !written.has(word))) return false;
    const wanted = [...new Set(contentTerms(sentence))];
    const repeated = wanted.filter((term) => terms.has(term)).length;
    return repeated > 0 && repeated >= wanted.length * repeatedMin;
  });
}

function countEach(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

const foldedWords = (text: string) => wordsOf(text).map((word) => foldWord(word.toLowerCase()));

const foldWord = (word: string) => (emptyWords.has(word) ? word : stem(word));
