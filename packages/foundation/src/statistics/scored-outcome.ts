/** A score and whether the answer was right. */
export interface ScoredOutcome {
  /** 0 to 1. */
  readonly score: number;
  readonly isRight: boolean;
}
