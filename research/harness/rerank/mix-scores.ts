/** Scales scores to 0 for the lowest and 1 for the highest; all 0 if they are equal. */
function spread(scores: readonly number[]): number[] {
  const low = Math.min(...scores);
  const high = Math.max(...scores);
  return scores.map((score) => (high > low ? (score - low) / (high - low) : 0));
}

/** Combines the scores of the reader, with this share from 0 to 1, and of the search. */
export function mixScores(
  given: { readonly search: readonly number[]; readonly relevance: readonly number[] },
  share: number,
): number[] {
  const search = spread(given.search);
  return spread(given.relevance).map((read, at) => share * read + (1 - share) * (search[at] ?? 0));
}

/** Sorts candidates by score, highest first; equal scores keep their order. */
export function inOrderOf<Candidate>(
  candidates: readonly Candidate[],
  scores: readonly number[],
): Candidate[] {
  return candidates
    .map((candidate, at) => ({ candidate, score: scores[at] ?? Number.NEGATIVE_INFINITY }))
    .sort((one, other) => other.score - one.score)
    .map(({ candidate }) => candidate);
}
