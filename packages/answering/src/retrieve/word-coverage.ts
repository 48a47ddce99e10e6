import type { PassageHit } from '@avow/search';
import { creditTerms, readQuestionTerms, weighQuestionTerms } from '../read/weigh-question-terms.ts';

/** For each passage, how much of what the question asks about it speaks of, headings included, from 0 to 1. */
export function wordCoverage(
  question: string,
  hits: readonly Pick<PassageHit, 'headings' | 'text'>[],
): number[] {
  const asked = readQuestionTerms(question);
  const credits = hits.map(({ headings, text }) => creditTerms(asked, `${headings}\n${text}`));
  const weights = weighQuestionTerms(asked, credits);
  const all = weights.values().reduce((sum, weight) => sum + weight, 0);
  return credits.map((credited) => {
    const covered = credited
      .entries()
      .reduce((sum, [term, credit]) => sum + credit * (weights.get(term) ?? 0), 0);
    return all === 0 ? 0 : covered / all;
  });
}
