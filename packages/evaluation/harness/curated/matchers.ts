import {
  curatedSimilarity,
  curatedSimilarityMin,
  findSameQuestion,
  sameQuestionMin,
} from '@avow/server/measurement';
import type { CuratedCandidate, CuratedDecision, CuratedMatcher } from './curated-matcher.ts';

/** As the product decides where it has vectors. */
const bySameQuestion: CuratedMatcher = {
  name: 'meaning and guards (the product)',
  certaintyMin: 1,
  decide: (asked, candidates) => {
    const encoded = candidates.flatMap(({ pairId, text, vectorScore }) =>
      vectorScore === null ? [] : [{ answer: pairId, text, vectorScore }],
    );
    const same = encoded.length < candidates.length ? null : findSameQuestion(asked, encoded);
    if (same === null) return null;
    // Two lines become one: at 1 the product's own is reached, whichever of the two it is.
    const certainty = same.probability / sameQuestionMin(same);
    return { pairId: same.answer, text: same.text, certainty };
  },
};

/** As the product decides where it has none. */
const byWords: CuratedMatcher = {
  name: 'words (the product without an encoder)',
  certaintyMin: curatedSimilarityMin,
  decide: (asked, candidates) => surest(candidates, ({ text }) => curatedSimilarity(asked, text)),
};

/** Nearness of meaning and nothing else: what any matcher by meaning has to beat. */
const byMeaning: CuratedMatcher = {
  name: 'meaning alone',
  certaintyMin: null,
  decide: (_, candidates) => surest(candidates, ({ vectorScore }) => vectorScore ?? 0),
};

/** Every one of them is measured beside the others. */
export const matchers: readonly CuratedMatcher[] = [bySameQuestion, byWords, byMeaning];

/** The likeliest; null where another pair is exactly as likely. */
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
