import {
  curatedSimilarity,
  curatedSimilarityMin,
} from '../../packages/server/src/knowledge/match-curated.ts';
import type { CuratedCandidate, CuratedDecision, CuratedMatcher } from './curated-matcher.ts';

/** The product's comparison of words. */
const byWords: CuratedMatcher = {
  name: 'words (the product)',
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
export const matchers: readonly CuratedMatcher[] = [byWords, byMeaning];

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
