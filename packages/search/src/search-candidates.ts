import { BestCandidates } from './best-candidates.ts';
import { fuseCandidates } from './fuse-candidates.ts';
import type { QueryTerm } from './keyword/query-terms.ts';
import {
  rankByKeywords,
  type SearchedSegment,
  scoreByKeywords,
  weightQuery,
} from './keyword/rank-by-keywords.ts';
import type { QuantisedVector } from './vectors/quantise-vector.ts';
import type { SegmentVectors } from './vectors/segment-vectors.ts';

/** A segment that takes part, with its vectors where it has any that can be compared with the query's. */
export interface SearchedPart extends SearchedSegment {
  readonly vectors: SegmentVectors | null;
}

export interface PassageCandidate {
  /** The position of its segment among the parts. */
  readonly part: number;
  readonly unit: number;
  readonly score: number;
  readonly wordScore: number | null;
  readonly vectorScore: number | null;
}

/** The best keyword and semantic candidates, all of them with both scores. */
export function searchCandidates(
  parts: readonly SearchedPart[],
  query: {
    readonly terms: readonly QueryTerm[];
    readonly vector: QuantisedVector | null;
    readonly depth: number;
    /** Called between segments; throws if the time is up. */
    readonly checkTime: () => void;
  },
): PassageCandidate[] {
  const { vector, depth } = query;
  const weighed = weightQuery(parts, query.terms);
  const byKeyword = new BestCandidates(depth);
  const byVector = new BestCandidates(depth);
  for (const [part, searched] of parts.entries()) {
    query.checkTime();
    const terms = weighed.terms[part] ?? [];
    rankByKeywords(searched, { weights: weighed.weights, terms }, { candidates: byKeyword, part });
    if (vector !== null) searched.vectors?.rank(vector, searched.filter, { candidates: byVector, part });
  }
  const found = new Map(
    [...byKeyword.list(), ...byVector.list()].map((one) => [`${one.part} ${one.unit}`, one]),
  );
  const scored = [...found.values()].flatMap(({ part, unit }) => {
    const searched = parts[part];
    if (searched === undefined) return [];
    const terms = weighed.terms[part] ?? [];
    const wordScore = scoreByKeywords(searched, { weights: weighed.weights, terms, unit });
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
