/** What is known of a candidate, whichever way it was found. */
export interface CandidateScores {
  /** BM25; 0 where it has none of the words. */
  readonly wordScore: number;
  /** Cosine; null where it has no vector, or the query has none. */
  readonly vectorScore: number | null;
}

/** How much the meaning counts beside the words. Chosen on two of the sets that `npm run eval:retrieval` measures. */
export const meaningShareDefault = 0.6;

/**
 * One score for each candidate, 0 to 1: the mean of both scores, each measured against the candidates of this query, since
 * neither means anything by itself. Words count from none of them; cosines from the least among the candidates, for
 * encoders hardly ever give low ones. What has no vector yet is judged by its words alone.
 */
export function fuseCandidates(
  candidates: readonly CandidateScores[],
  meaningShare = meaningShareDefault,
): number[] {
  let wordsMost = 0;
  let meaningLeast = Number.POSITIVE_INFINITY;
  let meaningMost = Number.NEGATIVE_INFINITY;
  for (const { wordScore, vectorScore } of candidates) {
    wordsMost = Math.max(wordsMost, wordScore);
    if (vectorScore === null) continue;
    meaningLeast = Math.min(meaningLeast, vectorScore);
    meaningMost = Math.max(meaningMost, vectorScore);
  }
  const meaningRange = meaningMost - meaningLeast;
  return candidates.map(({ wordScore, vectorScore }) => {
    const words = wordsMost > 0 ? wordScore / wordsMost : 0;
    if (vectorScore === null) return words;
    const meaning = meaningRange > 0 ? (vectorScore - meaningLeast) / meaningRange : 1;
    return (1 - meaningShare) * words + meaningShare * meaning;
  });
}
