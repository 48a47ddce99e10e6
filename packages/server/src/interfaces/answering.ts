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
  | { readonly kind: 'document'; readonly coverage: number; readonly margin: number };

/** The stored words that a draft rests on. */
interface Support {
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
}

/** An answer before it is checked: Markdown, made of the quotes in `support`, in order. */
export interface Draft {
  readonly text: string;
  readonly sourceType: 'qna' | 'document';
  readonly found: Found;
  readonly support: readonly Support[];
}

export interface Retrieved {
  /** Every pack version that was searched. */
  readonly packs: readonly PackVersion[];
  /** Curated questions, best first. */
  readonly curated: readonly PassageHit[];
  /** Passages of documents, best first. */
  readonly documents: readonly PassageHit[];
  /** Something that should have been searched could not be, or not by meaning. */
  readonly isDegraded: boolean;
}

/** The steps between the guardrails. Each is one function; what answers them is chosen where the app is put together. */
export interface AnsweringSteps {
  /** Turns a follow-up into a question that stands on its own. */
  refine(asked: string, history: readonly Turn[]): string;
  /** A curated pair filed under exactly this question. */
  matchCurated(question: Question): Promise<Draft | null>;
  retrieve(question: Question, limits: { readonly timeoutMs: number }): Promise<Retrieved>;
  /** The best answer that the passages support, or null: not covered. `stale`: what was found has been replaced since. */
  answer(question: Question, retrieved: Retrieved): Promise<Draft | 'stale' | null>;
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
  scoreAnswer(found: Found, caps: { readonly degraded: boolean }): Confidence;
  suggestNextAction(situation: Situation): NextAction;
}
