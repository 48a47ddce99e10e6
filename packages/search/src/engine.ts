/** What another engine is built of, so that both find and rank the same. */

// Ranking.

export { fuseCandidates, semanticWeightDefault } from './fuse-candidates.ts';
export { historicalWeight, placesMax } from './gather-hits.ts';
export { computeTermWeight, scoreTerm, type TermWeight } from './keyword/bm25.ts';
export { countTerms } from './keyword/count-terms.ts';
export { type QueryTerm, queryTerms } from './keyword/query-terms.ts';
export { unitKey } from './segments/segment-layout.ts';
export { type QuantisedVector, quantiseVector, requireDirection } from './vectors/quantise-vector.ts';

// What is refused.

export { PassageSearchError } from './passage-search-error.ts';
export { requireValidId, requireValidPack, requireValidVersion } from './require-valid-names.ts';
export {
  candidateDepth,
  readLimit,
  requireValidQuery,
  requireValidVectors,
  waitingMax,
} from './require-valid-query.ts';
export { requireValidPassage } from './writing/require-valid-passage.ts';
