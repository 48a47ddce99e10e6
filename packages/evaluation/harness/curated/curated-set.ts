import type { Half } from '../half-of.ts';

/** A curated pair as the matching sees it: one answer, and the ways in which its question is written down. */
export interface BankPair {
  readonly id: string;
  readonly phrasings: readonly string[];
}

export interface QuestionTerms {
  readonly text: string;
  /** The pair that answers it; null: none of them does, and it must be refused. */
  readonly rightId: string | null;
  /** What sort of test it is; results are shown by it. */
  readonly kind: string;
  readonly half: Half;
}

export interface CuratedSet {
  readonly name: string;
  readonly bank: readonly BankPair[];
  readonly asked: readonly QuestionTerms[];
}
