import type { ChangeReason } from '@avow/contract/records';
import type { ReaderCall } from '@avow/inference';
import type { QuotableSource } from './quotable-source.ts';

/** Something that a model wrote, to be tied to sources. */
export interface UnitToGround {
  /** Without references and marks of a list. */
  readonly text: string;
  /** The numbers of the sources that the model names for it. They are checked, never believed. */
  readonly references: readonly number[];
  /** What was asked, and what the answer said before: pronouns may point there. */
  readonly question: string;
  readonly before: string;
  /**
   * Of a value of an answer in JSON, with its name before it: the quotes that other values rest on, as answers to the question.
   * The value may answer one part of the question only.
   */
  readonly beside?: readonly GroundingQuote[];
}

/** Words of a source. UTF-16 offsets into its text. */
export interface GroundingQuote {
  readonly source: number;
  readonly start: number;
  readonly end: number;
  /** How far it supports the unit, 0 to 1. */
  readonly score: number;
}

export type Grounding =
  | {
      readonly kind: 'supported';
      readonly quotes: readonly GroundingQuote[];
      /** Null if the judge could not answer in time, or there is none. */
      readonly judged: { readonly supported: number; readonly contradicted: number } | null;
    }
  /** A greeting, a lead-in: nothing that could be true or false. */
  | { readonly kind: 'claims_nothing' }
  | {
      readonly kind: 'unsupported';
      readonly why: ChangeReason;
      /**
       * Whole sentences of one source that speak of the same: what the writer may have meant, in words that need no judge. Left out:
       * no source does, or the judge is sure that they say the opposite.
       */
      readonly nearest?: readonly GroundingQuote[];
    };

/** Ties what a model wrote to exact words of its sources, or finds that it cannot. */
export interface Grounder {
  /** The judge's name; null: there is none. */
  readonly judge: string | null;
  /** Reads sources before they are needed, as while a model is waited for. */
  prepare?(sources: readonly QuotableSource[]): void;
  ground(unit: UnitToGround, sources: readonly QuotableSource[], call: ReaderCall): Promise<Grounding>;
}
