import { BestCandidates } from './best-candidates.ts';
import { fuseCandidates } from './fuse-candidates.ts';
import type { QuantisedVector } from './vectors/quantise-vector.ts';
import type { SegmentVectors } from './vectors/segment-vectors.ts';
import type { QueryTerm } from './words/query-terms.ts';
import { rankByWords, type SearchedSegment, scoreByWords, weighQuery } from './words/rank-by-words.ts';

/** A segment that takes part, with its vectors where it has any that can be compared with the query's. */
export interface SearchedPart extends SearchedSegment {
  readonly vectors: SegmentVectors | null;
}

export interface Candidate {
  /** The position of its segment among the parts. */
  readonly part: number;
  readonly unit: number;
  readonly score: number;
  readonly wordScore: number | null;
  readonly vectorScore: number | null;
}

/** Candidates by words and by meaning, each so many, and of all of them both scores. */
export function searchCandidates(
  parts: readonly SearchedPart[],
  query: {
    readonly terms: readonly QueryTerm[];
    readonly vector: QuantisedVector | null;
    readonly depth: number;
    /** Called between segments; throws where there is no time left. */
    readonly checkTime: () => void;
  },
): Candidate[] {
  const { vector, depth } = query;
  const weighed = weighQuery(parts, query.terms);
  const byWords = new BestCandidates(depth);
  const byMeaning = new BestCandidates(depth);
  for (const [part, searched] of parts.entries()) {
    query.checkTime();
    const terms = weighed.terms[part] ?? [];
    rankByWords(searched, { weights: weighed.weights, terms }, { candidates: byWords, part });
    if (vector !== null) searched.vectors?.rank(vector, searched.filter, { candidates: byMeaning, part });
  }
  const found = new Map(
    [...byWords.list(), ...byMeaning.list()].map((one) => [`${one.part} ${one.unit}`, one]),
  );
  const scored = [...found.values()].flatMap(({ part, unit }) => {
    const searched = parts[part];
    if (searched === undefined) return [];
    const terms = weighed.terms[part] ?? [];
    const wordScore = scoreByWords(searched, { weights: weighed.weights, terms, unit });
    const vectorScore = vector === null ? null : (searched.vectors?.score(vector, unit) ?? null);
    return { part, unit, wordScore, vectorScore };
  });
  const fused = fuseCandidates(scored);
  return scored.map((one, index) => ({
    ...one,
    score: fused[index] ?? 0,
    wordScore: one.wordScore > 0 ? one.wordScore : null,
  }));
}
