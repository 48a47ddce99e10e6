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
  /** Rises with how sure it is; matched from `certaintyMin` on. */
  readonly certainty: number;
}

/**
 * What is measured: from a question and the phrasings nearest to it, the pair that answers it, or null. It gives the best
 * guess however unsure, so that the whole curve can be drawn.
 */
export interface CuratedMatcher {
  readonly name: string;
  /** Where the product draws the line; null: nobody has drawn one yet. */
  readonly certaintyMin: number | null;
  readonly decide: (asked: string, candidates: readonly CuratedCandidate[]) => CuratedDecision | null;
}
