/** A phrasing of the bank that may ask the same. */
export interface CuratedCandidate {
  readonly pairId: string;
  readonly text: string;
  readonly wordScore: number | null;
  readonly vectorScore: number | null;
}

export interface CuratedDecision {
  readonly pairId: string;
  /** The phrasing that decided. */
  readonly text: string;
  /** Higher means more certain; a match requires at least `certaintyMin`. */
  readonly certainty: number;
}

/**
 * The matcher to measure: finds the pair that answers a question among the nearest phrasings, or null. It returns the best
 * guess even if uncertain, so that the whole curve can be drawn.
 */
export interface CuratedMatcher {
  readonly name: string;
  /** The threshold of the product; null: none was chosen yet. */
  readonly certaintyMin: number | null;
  readonly decide: (asked: string, candidates: readonly CuratedCandidate[]) => CuratedDecision | null;
}
