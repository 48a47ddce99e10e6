import type { AnswerFormat } from '@avow/contract/values';
import type { PackVersion } from '@avow/foundation';
import type { ModelFaultCode } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import type { Draft, WrittenChange, WrittenDraft } from './draft.ts';

/** The names of the models that took part, with or without success; null: none did. */
export interface ModelsUsed {
  readonly answering: string | null;
  /** It judged the answer; if there is no answer, it rejected a possible one. */
  readonly judging: string | null;
  /** The language model that judged what the embedded one was not sure of. Null, or left out: none did. */
  readonly verifying?: string | null;
}

/** The result of looking for an answer in what was retrieved. */
export interface AnswerFound {
  /** The best answer that the passages support, or null: not covered. */
  readonly draft: Draft | null;
  /** What was found has been replaced since. */
  readonly isStale: boolean;
  /** A model that should have taken part could not. */
  readonly isDegraded: boolean;
  readonly models: ModelsUsed;
  /**
   * If there is no answer, or no certain one: what the question may be about, in stored words (headings, titles, curated
   * questions), if several subjects are about equally likely and have different answers. Fewer than two: nothing to choose.
   */
  readonly choices: readonly string[];
}

/** The result of asking a language model for an answer. */
export type WrittenFound =
  /** `isWhole`: false if the model stopped early, and the answer is what it had written by then. */
  | { readonly kind: 'drafted'; readonly draft: WrittenDraft; readonly isWhole: boolean }
  /** The model said that the sources do not answer the question. */
  | { readonly kind: 'not_covered' }
  /** Its first claim could not be tied to any source, so nothing that it wrote is used. */
  | { readonly kind: 'ungrounded'; readonly changes?: readonly WrittenChange[] }
  /** Its sources support it, and it does not answer the question. */
  | { readonly kind: 'irrelevant'; readonly changes?: readonly WrittenChange[] }
  /** It could not write, or nothing may be made of what it wrote. */
  | { readonly kind: 'failed'; readonly code: ModelFaultCode | 'echoed_prompt' | 'leaked_instructions' };

/** How a language model is to write an answer. */
export interface WritingOptions {
  readonly format: AnswerFormat;
  /** Of an answer in JSON; null: `{"answer": …}`. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** Sentences may be used without a judge's verdict if no judge is available. */
  readonly allowUnverified: boolean;
  /** Sentences whose support a judge scores below this are dropped, no matter what else supports them. */
  readonly supportedMin: number;
  /** Awaited before anything is sent to a provider; started while the task is prepared. */
  readonly beforeSending: () => Promise<void>;
  /** The positions of texts that may not be given to a model, because they give it orders. Documents were checked before. */
  readonly filterTexts: (texts: readonly string[]) => Promise<ReadonlySet<number>>;
  /**
   * Called with the partial draft each time another unit is accepted, never before the main claim is. Later drafts only
   * add to earlier ones. Nothing more is read from the model until it resolves.
   */
  readonly onDraft: ((draft: WrittenDraft) => Promise<void>) | null;
  readonly signal: AbortSignal;
}

export interface Retrieved {
  /** Every pack version that was searched. */
  readonly packs: readonly PackVersion[];
  /** Curated questions, best first. */
  readonly curated: readonly PassageHit[];
  /** Passages of documents, best first. */
  readonly documents: readonly PassageHit[];
  /** If several things are asked at once: each of them, and the passages for it. */
  readonly further: ReadonlyArray<{ readonly asked: string; readonly documents: readonly PassageHit[] }>;
  /** Something that should have been searched could not be, or not by semantic search. */
  readonly isDegraded: boolean;
}

/** What was retrieved, and how complete the search was. */
export interface Searched extends Retrieved {
  /** The share of the passages searched that are embedded; null: there is no semantic search, or nothing to search. */
  readonly embeddedShare: number | null;
}

/** What is left of the time of a query. */
export interface TimeLeft {
  /** 0 once its time is up, or was cut short. */
  leftMs(): number;
}
