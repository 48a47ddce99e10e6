import type { ChangeReason } from '@avow/contract/records';
import type { ReaderCall } from '@avow/inference';
import type { QuotableSource } from './quotable-source.ts';

/** Something that a model wrote, to be tied to sources. */
export interface UnitToGround {
  /** Without references and marks of a list. */
  readonly text: string;
  /** The numbers of the sources that the model names for it. They are checked, never believed. */
  readonly references: readonly number[];
  /** The words of sources that the model names for it: looked at first, and never believed. Left out: none. */
  readonly quotes?: readonly string[];
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
      /** The judge was not sure. A second one named the quotes, and `judged` is what the first makes of them. */
      readonly isConfirmed?: true;
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
      /**
       * The numbers of the sources that speak of it, if the judge is not sure whether they support it: a second one may be asked. Left
       * out: it lacks a fact, it is contradicted, or nobody has judged it.
       */
      readonly undecided?: readonly number[];
      /** Why the verdict of a second judge did not change that, in a few words. Left out: it gave none. */
      readonly unconfirmed?: string;
    };

export type UndecidedGrounding = Extract<Grounding, { readonly kind: 'unsupported' }> & {
  readonly undecided: readonly number[];
};

/** Whether a second judge may say more. */
export function isUndecided(grounding: Grounding): grounding is UndecidedGrounding {
  return grounding.kind === 'unsupported' && grounding.undecided !== undefined;
}

/** What a second judge says of a unit. */
export interface SecondVerdict {
  readonly verdict: 'supported' | 'not_supported' | 'contradicted';
  /** The words of sources that support it, as that judge has written them. */
  readonly quotes: readonly string[];
}

/** Ties what a model wrote to exact words of its sources, or finds that it cannot. */
export interface Grounder {
  /** The judge's name; null: there is none. */
  readonly judge: string | null;
  /** Reads sources before they are needed, as while a model is waited for. */
  prepare?(sources: readonly QuotableSource[]): void;
  ground(unit: UnitToGround, sources: readonly QuotableSource[], call: ReaderCall): Promise<Grounding>;
  /**
   * What becomes of a unit that it is not sure of by the verdict of a second judge. That counts only if the words it names are in the
   * sources, have every fact of the unit, and do not speak against it by this judge. Left out: no second judge is heard.
   */
  confirm?(
    unit: UnitToGround,
    asked: {
      readonly grounding: UndecidedGrounding;
      readonly verdict: SecondVerdict;
      readonly sources: readonly QuotableSource[];
    },
    call: ReaderCall,
  ): Promise<Grounding>;
}
