import { stripMarks } from '@avow/text/markdown';
import { contentTerms, hasNegation, isNumberTerm } from '@avow/text/terms';

/** Of the terms of the shorter one. */
const sharedMin = 0.5;
/** Fewer may be the same by chance. */
const repeatedTermsMin = 3;

/** Whether two answers in few words say the same, as far as their numbers, negations and words show. */
export function saysTheSame(one: string, other: string): boolean {
  if (hasNegation(one) !== hasNegation(other)) return false;
  const [these, those] = [new Set(contentTerms(one)), new Set(contentTerms(other))];
  const [numbers, otherNumbers] = [these, those].map(numbersIn) as [Set<string>, Set<string>];
  // "30 days" and "within 30 days, at most 90": one may say more than the other, not something else.
  if (numbers.size > 0 && otherNumbers.size > 0)
    return numbers.isSubsetOf(otherNumbers) || otherNumbers.isSubsetOf(numbers);
  const least = Math.min(these.size, those.size);
  return least > 0 && these.intersection(those).size / least >= sharedMin;
}

function numbersIn(terms: ReadonlySet<string>): Set<string> {
  return new Set([...terms].filter(isNumberTerm));
}

/** Whether the longer of two quotes holds the words of the shorter, one after the other: it then adds nothing. */
export function repeats(one: string, other: string): boolean {
  if (hasNegation(one) !== hasNegation(other)) return false;
  const [shorter = '', longer = ''] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  return longer.includes(shorter) && new Set(contentTerms(shorter)).size >= repeatedTermsMin;
}

/** In order, each between spaces: "more than 30 days" is not "less than 30 days". */
function wordsOf(text: string): string {
  return ` ${
    stripMarks(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}
