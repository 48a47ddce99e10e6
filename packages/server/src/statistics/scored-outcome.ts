/** A score that was given, and what turned out. */
export interface ScoredOutcome {
  /** 0 to 1. */
  readonly score: number;
  readonly isRight: boolean;
}
