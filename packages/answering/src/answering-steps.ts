import type { PackVersion, TenantId } from '@avow/foundation';
import type { ModelCost, ModelTier } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import type { Draft } from './draft.ts';
import type { AnswerFound, Retrieved, Searched, TimeLeft, WritingOptions, WrittenFound } from './found.ts';
import type { Question, RefinedQuestion, TranslatedQuestion, Turn } from './question.ts';
import type { Related } from './related.ts';
import type { NearPassage } from './retrieve/near-passage.ts';

/** The steps between the guardrails, one function each. The app chooses their implementations. */
export interface AnsweringSteps {
  /** Turns a follow-up into a standalone question. `history` is newest first. */
  refine(
    prompt: {
      readonly text: string;
      readonly language: string | null;
      /** False: the budget for language models is spent. */
      readonly mayAskModel: boolean;
    },
    history: readonly Turn[],
    signal: AbortSignal,
  ): Promise<RefinedQuestion>;
  /** A curated pair filed under exactly this question. */
  matchCurated(question: Question): Promise<Draft | null>;
  /** The packs that are searched for it, as they are served now. */
  listPacks(question: Question): Promise<readonly PackVersion[]>;
  retrieve(question: Question, limits: TimeLeft): Promise<Searched>;
  /**
   * A curated pair that asks the same in other words, or that the embedded models hold to answer the question. `unread`: they had
   * no time to say so.
   */
  matchSimilar(
    question: Question,
    retrieved: Retrieved,
    limits: TimeLeft,
  ): Promise<Draft | 'stale' | 'unread' | null>;
  /** The embedded models' answer. Starts no model once no time is left, since nobody waits for the result any more. */
  read(question: Question, retrieved: Retrieved, limits: TimeLeft): Promise<AnswerFound>;
  /** Translates a question, by the model that refines questions or else by that of the tier. */
  translateQuestion(
    question: Question,
    also: { readonly into: string; readonly tier: ModelTier['tier']; readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<TranslatedQuestion>;
  /** The tiers of language models that can be asked, best first; empty if the operator has configured none. */
  readonly tiers: ReadonlyArray<
    Pick<ModelTier, 'tier'> & {
      readonly name: string;
      /** The embedded models answer in its place where they rest on other words and are surer. */
      readonly givesWay: boolean;
    }
  >;
  /** Asks the language model of a tier. The cost is reported in every case. */
  write(
    question: Question,
    retrieved: Retrieved,
    also: { readonly tier: ModelTier['tier']; readonly options: WritingOptions; readonly limits: TimeLeft },
  ): Promise<{ readonly found: WrittenFound; readonly cost: ModelCost }>;
  /**
   * Asks the language model of a tier what else should be looked up to answer the question; no query: it has enough. Null: this
   * model is not asked such things.
   */
  planSearches(
    question: Question,
    passages: readonly PassageHit[],
    also: { readonly tier: ModelTier['tier']; readonly searchesMax: number; readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<{
    readonly queries: readonly string[];
    readonly model: string;
    readonly cost: ModelCost;
  } | null>;
  /**
   * Asks it which passages help to answer, best first: their positions, those that do not help last. An `order` of null: it
   * does not say.
   */
  rankPassages(
    question: Question,
    passages: readonly PassageHit[],
    also: { readonly tier: ModelTier['tier']; readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<{
    readonly order: readonly number[] | null;
    readonly model: string;
    readonly cost: ModelCost;
  } | null>;
  /** The draft, with the words of another source that contradicts it, if there is one. */
  addDisagreement(
    question: Question,
    about: { readonly retrieved: Retrieved; readonly draft: Draft },
  ): Promise<Draft>;
  /**
   * Whether content restricted to groups that the caller is not in would answer. Only called if the policy lets this be
   * disclosed, since it reveals that such content exists.
   */
  findRestricted(
    question: Question,
    also: Pick<WritingOptions, 'filterTexts'> & { readonly limits: TimeLeft },
  ): Promise<boolean>;
  /** Stores what was screened of these passages for this question. Nothing waits for it. */
  keepScreened(tenantId: TenantId, hits: readonly PassageHit[]): void;
  /** Near passages as the caller may read them now; those that are gone are left out. */
  readRelated(question: Question, near: readonly NearPassage[]): Promise<readonly Related[]>;
  /** What the caller may read now at each place that the draft quotes; null if it is gone. */
  readSupport(question: Question, draft: Draft): Promise<ReadonlyArray<string | null>>;
}
