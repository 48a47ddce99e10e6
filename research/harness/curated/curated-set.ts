import type { Half } from '../half-of.ts';

/** A curated pair for matching: one answer and the phrasings of its question. */
export interface BankPair {
  readonly id: string;
  readonly phrasings: readonly string[];
}

export interface QuestionTerms {
  readonly text: string;
  /** The pair that answers it; null: no pair does, and it must not match. */
  readonly rightId: string | null;
  /** The kind of test; results are grouped by it. */
  readonly kind: string;
  readonly half: Half;
}

export interface CuratedSet {
  readonly name: string;
  readonly bank: readonly BankPair[];
  readonly asked: readonly QuestionTerms[];
}
