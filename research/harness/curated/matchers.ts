import { curatedSimilarity, curatedSimilarityMin } from '@avow/answering/retrieve';
import { findSameQuestion, sameQuestionMin } from '@avow/answering/testing/reading';
import type { CuratedCandidate, CuratedDecision, CuratedMatcher } from './curated-matcher.ts';

/** Decides as the product does with vectors. */
const bySameQuestion: CuratedMatcher = {
  name: 'meaning and guards (the product)',
  certaintyMin: 1,
  decide: (asked, candidates) => {
    const encoded = candidates.flatMap(({ pairId, text, vectorScore }) =>
      vectorScore === null ? [] : [{ answer: pairId, text, vectorScore }],
    );
    const same = encoded.length < candidates.length ? null : findSameQuestion(asked, encoded);
    if (same === null) return null;
    // Combines two thresholds into one: 1 is the applicable threshold of the product.
    const certainty = same.probability / sameQuestionMin(same);
    return { pairId: same.answer, text: same.text, certainty };
  },
};

/** Decides as the product does without vectors. */
const byWords: CuratedMatcher = {
  name: 'words (the product without an encoder)',
  certaintyMin: curatedSimilarityMin,
  decide: (asked, candidates) => surest(candidates, ({ text }) => curatedSimilarity(asked, text)),
};

/** Vector similarity only: the baseline for any semantic matcher. */
const byMeaning: CuratedMatcher = {
  name: 'meaning alone',
  certaintyMin: null,
  decide: (_, candidates) => surest(candidates, ({ vectorScore }) => vectorScore ?? 0),
};

/** All matchers to compare. */
export const matchers: readonly CuratedMatcher[] = [bySameQuestion, byWords, byMeaning];

/** The most certain match; null if another pair ties with it. */
function surest(
  candidates: readonly CuratedCandidate[],
  certaintyOf: (candidate: CuratedCandidate) => number,
): CuratedDecision | null {
  let best: CuratedDecision | null = null;
  let isTied = false;
  for (const candidate of candidates) {
    const certainty = certaintyOf(candidate);
    if (best !== null && certainty < best.certainty) continue;
    if (best !== null && certainty === best.certainty) {
      isTied ||= candidate.pairId !== best.pairId;
      continue;
    }
    best = { pairId: candidate.pairId, text: candidate.text, certainty };
    isTied = false;
  }
  return isTied ? null : best;
}
