import type { ChangeReason } from '@avow/contract/records';
import type { CuratedId, DocumentId, PackVersion } from '@avow/foundation';
import type { AnswerJudgement } from '@avow/guardrails';
import type { Features } from './score/confidence.ts';

/** How an answer was found, with what was measured. */
export type Found =
  | { readonly kind: 'curated_exact' }
  /** `margin`: how far it is above the best pair that says something else; null: no other was near. */
  | { readonly kind: 'curated_similar'; readonly similarity: number; readonly margin: number | null }
  | { readonly kind: 'curated_meaning'; readonly probability: number; readonly margin: number | null }
  | { readonly kind: 'document'; readonly coverage: number; readonly margin: number }
  /**
   * A model has read the passage. The probability that the quote answers the question, by which passages are ranked, and
   * everything that was measured while they were read.
   */
  | { readonly kind: 'read'; readonly probability: number; readonly features: Features }
  /**
   * A language model has written it. `supported`: the lowest support that a judge finds for any of its sentences, null if
   * none judged; `keptShare`: the share of what was written that could be tied to quotes; `logProbability`: the mean that its
   * provider reports for its tokens, null if it reports none.
   */
  | {
      readonly kind: 'written';
      readonly supported: number | null;
      readonly keptShare: number;
      readonly logProbability: number | null;
    };

/** The stored words that support a draft. */
export interface Support {
  readonly documentId: DocumentId | CuratedId;
  readonly pack: PackVersion;
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly quote: string;
  /** Code points into the stored text of the document, or of a curated pair's answer. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** Of a curated pair: who may see it; absent or empty: everybody. Of a document, its passage says so. */
  readonly groups?: readonly string[];
  /** How the quote follows the one before it in the answer; a row continues the table of the one before. */
  readonly follows: 'as_paragraph' | 'as_row';
  /** The page, as the answer names it above the quote: of two passages that may answer. */
  readonly page?: string;
}

interface DraftFacts {
  readonly sourceType: 'qna' | 'document' | 'mixed';
  readonly found: Found;
  readonly support: readonly Support[];
  /** Another source says otherwise, and is quoted too. */
  readonly disagrees?: true;
}

/** An answer before it is checked: Markdown, made of the quotes in `support`, in order, and of nothing else but the lead. */
export interface QuotedDraft extends DraftFacts {
  readonly kind: 'quoted';
  /**
   * The only words that need not be stored, before the quotes: a short answer that a judge finds supported, or the notice
   * that two sources disagree, or that either of two passages may be the answer. Empty: none.
   */
  readonly lead: '' | 'Yes.' | 'No.' | 'The sources disagree:' | 'Two passages may answer this:';
  /** Null if no model judged it. */
  readonly judgement: AnswerJudgement | null;
}

/** A sentence, a list item, a row of a table or a heading that a language model wrote. */
export interface WrittenUnit {
  /** Markdown, without the model's references. */
  readonly text: string;
  /** What separates it from the unit before; empty for the first. */
  readonly join: '' | ' ' | '\n' | '\n\n';
  /** Positions in the draft's `support` that support it, each once, in order. Empty only if it claims nothing. */
  readonly restsOn: readonly number[];
  /** False: a heading, the head of a table, or words such as "In short:" that claim nothing. */
  readonly claims: boolean;
  /** How far a judge finds it supported and contradicted by its quotes; null if none judged or it claims nothing. */
  readonly judged: { readonly supported: number; readonly contradicted: number } | null;
  /** The embedded judge was not sure of it, and a second one found it supported. `judged` is what the embedded one makes of it. */
  readonly isConfirmed?: true;
  /** The text is the source's own, in place of what the model wrote. */
  readonly isRepaired?: true;
}

/** Something that a model wrote and that is not delivered as it was written. */
export interface WrittenChange {
  /** Empty: it left out an item of a list. */
  readonly written: string;
  /** The words of the source in its place; empty: it was removed. */
  readonly delivered: string;
  readonly reason: ChangeReason;
}

/** What the embedded models answer to the same question from the same passages. */
export interface Comparison {
  /** How sure they are; 0: they find no answer. */
  readonly probability: number;
  /** They rest on the same words. */
  readonly agrees: boolean;
}

/** An answer that a language model wrote, before it is checked: of what it said, what could be tied to stored words. */
export interface WrittenDraft extends DraftFacts {
  readonly kind: 'written';
  readonly found: Extract<Found, { readonly kind: 'written' }>;
  readonly units: readonly WrittenUnit[];
  /** The answer in JSON, in place of the text of the units; null: it is a text. */
  readonly json: string | null;
  /** The judge's name; null if none judged. */
  readonly judgedBy: string | null;
  /** The name of the second judge. Null: it was asked, and gave no verdict. Left out: it was not asked. */
  readonly secondJudge?: string | null;
  /** What was repaired and removed, in the order in which it was written. Left out: nothing. */
  readonly changes?: readonly WrittenChange[];
  /** Left out: nothing was compared. */
  readonly compared?: Comparison;
  /** How relevant it is to the question, by a reader as passages are read. Left out: none has read it. */
  readonly relevance?: number;
  /** How likely its main claim answers the question, by a judge, 0 to 1. Left out: none was asked, or none could say. */
  readonly addressed?: number;
  /**
   * The language that it was translated from, as a BCP 47 tag. Null: it should have been translated, and could not be. Left
   * out: no translation was needed.
   */
  readonly translatedFrom?: string | null;
}

export type Draft = QuotedDraft | WrittenDraft;
