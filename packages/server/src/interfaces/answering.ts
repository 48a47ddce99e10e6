import type { Band, BlockedReason, NextAction } from '@avow/contract';
import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from './identity.ts';
import type { PassageHit } from './passage-search.ts';

/** One turn of a thread as it was recorded. */
export interface Turn {
  readonly question: string;
  readonly wasAnswered: boolean;
}

/** The question as the steps after the first guardrails see it: redacted where the policy says so. */
export interface Question {
  readonly tenantId: TenantId;
  /** Standing on its own: a follow-up is joined with what it follows. */
  readonly text: string;
  /** Narrows what may be used; null: every published pack. */
  readonly packIds: readonly PackId[] | null;
  /** Of whoever asks: what is kept to other groups is not there. */
  readonly groups: readonly string[];
  /** When it is answered: what is not valid then is not there. */
  readonly nowMs: number;
}

/** How an answer was found, with the raw measure of whatever found it. */
export type Found =
  | { readonly kind: 'curated_exact' }
  | { readonly kind: 'curated_similar'; readonly similarity: number }
  | { readonly kind: 'curated_meaning'; readonly probability: number }
  | { readonly kind: 'document'; readonly coverage: number; readonly margin: number }
  /** A model has read the passage. The probability that it is answered by what was quoted. */
  | { readonly kind: 'read'; readonly probability: number };

/** The stored words that a draft rests on. */
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
  /** What stands in the answer between the quote before and this one; a row goes on with the head of its table. */
  readonly follows: 'as_paragraph' | 'as_row';
}

/** What a model found that judged an answer by the words it rests on. */
export interface AnswerJudgement {
  /** The model that judged. */
  readonly model: string;
  /** How far the answer is borne out as an answer to its question, 0 to 1. */
  readonly supported: number;
  /** How far it is contradicted as one, 0 to 1. */
  readonly contradicted: number;
  /** The most that any of its sentences is contradicted where it stands, 0 to 1. */
  readonly sentenceContradicted: number;
  readonly claimCount: number;
}

/** An answer before it is checked: Markdown, made of the quotes in `support`, in order, and of nothing else but the lead. */
export interface Draft {
  /** The only words that need not be stored, before the quotes: what a judge holds to be borne out. Empty: none. */
  readonly lead: '' | 'Yes.' | 'No.';
  readonly sourceType: 'qna' | 'document';
  readonly found: Found;
  readonly support: readonly Support[];
  /** Null where no model judged it. */
  readonly judgement: AnswerJudgement | null;
}

/** The names of the models that took part, whatever came of it; null: none did. */
export interface ModelsUsed {
  readonly answering: string | null;
  /** It judged the answer that is given; where none is, it turned down what might have been. */
  readonly judging: string | null;
}

/** What came of looking for an answer in what was retrieved. */
export interface AnswerFound {
  /** The best answer that the passages support, or null: not covered. */
  readonly draft: Draft | null;
  /** What was found has been replaced since. */
  readonly isStale: boolean;
  /** A model that should have taken part could not. */
  readonly isDegraded: boolean;
  readonly models: ModelsUsed;
}

export interface Retrieved {
  /** Every pack version that was searched. */
  readonly packs: readonly PackVersion[];
  /** Curated questions, best first. */
  readonly curated: readonly PassageHit[];
  /** Passages of documents, best first. */
  readonly documents: readonly PassageHit[];
  /** Where several things are asked at once: each of them, and the passages for it. */
  readonly further: ReadonlyArray<{ readonly asked: string; readonly documents: readonly PassageHit[] }>;
  /** Something that should have been searched could not be, or not by meaning. */
  readonly isDegraded: boolean;
}

/** What is left of the time of a query. */
export interface TimeLeft {
  /** 0 once its time is up, or was cut short. */
  leftMs(): number;
}

/** The steps between the guardrails. Each is one function; what answers them is chosen where the app is put together. */
export interface AnsweringSteps {
  /** Turns a follow-up into a question that stands on its own. */
  refine(asked: string, history: readonly Turn[]): string;
  /** A curated pair filed under exactly this question. */
  matchCurated(question: Question): Promise<Draft | null>;
  retrieve(question: Question, limits: { readonly timeoutMs: number }): Promise<Retrieved>;
  /** Begins nothing that takes its time once none is left: nobody waits for it any more. */
  answer(question: Question, retrieved: Retrieved, limits: TimeLeft): Promise<AnswerFound>;
  /** What this viewer may read today at each place that the draft quotes; null where it is gone. */
  readSupport(question: Question, draft: Draft): Promise<ReadonlyArray<string | null>>;
}

export interface Confidence {
  /** 0 to 1, four decimals. */
  readonly score: number;
  readonly band: Band;
  readonly toolScore: number | null;
}

/** What happened, as far as it decides what an agent should do next. */
export type Situation =
  | { readonly kind: 'answered'; readonly band: Band; readonly sourceType: 'qna' | 'document' }
  | { readonly kind: 'not_covered'; readonly hasKnowledge: boolean; readonly askedBefore: boolean }
  | { readonly kind: 'blocked'; readonly reason: BlockedReason }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed' };

export interface Scoring {
  scoreAnswer(
    found: Found,
    caps: { readonly degraded: boolean; readonly bands: { readonly high: number; readonly medium: number } },
  ): Confidence;
  suggestNextAction(situation: Situation): NextAction;
}
