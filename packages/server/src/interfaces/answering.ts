import type { AnswerFormat } from '@avow/contract';
import type { ModelFaultCode } from '../errors/model-fault.ts';
import type { Features } from './confidence.ts';
import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from './identity.ts';
import type { ModelCost, ModelTier } from './language-model.ts';
import type { PassageHit } from './passage-search.ts';

/** One turn of a thread as it was recorded. */
export interface Turn {
  readonly question: string;
  /** As it was looked up; the question itself where it stood on its own. */
  readonly refined: string;
  readonly wasAnswered: boolean;
}

/** A question that stands on its own, made of what was asked and what was asked before. */
export interface RefinedQuestion {
  readonly text: string;
  /** The language model that wrote it; null: rules did, or it is as it was asked. */
  readonly model: string | null;
  /** The model that should have taken part could not. */
  readonly isDegraded: boolean;
  readonly cost: ModelCost | null;
}

/** A question in the language of what it is looked up in, by a language model. */
export interface TranslatedQuestion {
  /** Null: it could not, or wrote what does not ask the same. */
  readonly text: string | null;
  readonly model: string;
  readonly cost: ModelCost;
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
  /** The language to answer in, as a BCP 47 tag; null: not known. */
  readonly language: string | null;
}

/** How an answer was found, with what was measured on the way. */
export type Found =
  | { readonly kind: 'curated_exact' }
  /** `margin`: how far it is above the best pair that says something else; null: no other was near. */
  | { readonly kind: 'curated_similar'; readonly similarity: number; readonly margin: number | null }
  | { readonly kind: 'curated_meaning'; readonly probability: number; readonly margin: number | null }
  | { readonly kind: 'document'; readonly coverage: number; readonly margin: number }
  /**
   * A model has read the passage. The probability that it is answered by what was quoted, as passages are put in order by;
   * and all that was measured while they were read.
   */
  | { readonly kind: 'read'; readonly probability: number; readonly features: Features }
  /**
   * A language model has written it. `supported`: the least that a judge holds any of its sentences borne out, null where
   * none judged; `keptShare`: the share of what was written that could be tied to quotes; `logProbability`: the mean of what
   * its provider says of its words, null where it says nothing.
   */
  | {
      readonly kind: 'written';
      readonly supported: number | null;
      readonly keptShare: number;
      readonly logProbability: number | null;
    };

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
   * The only words that need not be stored, before the quotes: what a judge holds to be borne out, or that two sources do
   * not say the same. Empty: none.
   */
  readonly lead: '' | 'Yes.' | 'No.' | 'The sources disagree:';
  /** Null where no model judged it. */
  readonly judgement: AnswerJudgement | null;
}

/** A sentence, a list item, a row of a table or a heading that a language model wrote. */
export interface WrittenUnit {
  /** Markdown, without the model's references. */
  readonly text: string;
  /** What stands between the unit before and this one; of the first, nothing. */
  readonly join: '' | ' ' | '\n' | '\n\n';
  /** Positions in the draft's `support` that bear it out, each once, in order. Empty only where it claims nothing. */
  readonly restsOn: readonly number[];
  /** False: a heading, the head of a table, or words such as "In short:" that claim nothing. */
  readonly claims: boolean;
  /** How far a judge holds it borne out and contradicted by what it rests on; null where none judged or it claims nothing. */
  readonly judged: { readonly supported: number; readonly contradicted: number } | null;
}

/** An answer that a language model wrote, before it is checked: of what it said, what could be tied to stored words. */
export interface WrittenDraft extends DraftFacts {
  readonly kind: 'written';
  readonly found: Extract<Found, { readonly kind: 'written' }>;
  readonly units: readonly WrittenUnit[];
  /** The answer in JSON, in place of the text of the units; null: it is a text. */
  readonly json: string | null;
  /** The judge's name; null where none judged. */
  readonly judgedBy: string | null;
  /** How far a judge holds that its main claim answers the question, 0 to 1. Left out: none was asked, or none could say. */
  readonly addressed?: number;
  /**
   * The language that it was put into the question's from, as a BCP 47 tag. Null: it should have been put into the
   * question's, and could not be. Left out: it was written as it is.
   */
  readonly translatedFrom?: string | null;
}

export type Draft = QuotedDraft | WrittenDraft;

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
  /**
   * Where none is given, or none that is sure: what the question may be about, in stored words (headings, titles, curated
   * questions), where several things are about as likely and say different things. Fewer than two: nothing to choose from.
   */
  readonly choices: readonly string[];
}

/** What came of asking a language model for an answer. */
export type WrittenFound =
  /** `isWhole`: false where it broke off, and what it had said by then stands. */
  | { readonly kind: 'drafted'; readonly draft: WrittenDraft; readonly isWhole: boolean }
  /** By its own word the sources do not answer the question. */
  | { readonly kind: 'not_covered' }
  /** What it said first could not be tied to any source: nothing of it stands. */
  | { readonly kind: 'ungrounded' }
  | { readonly kind: 'failed'; readonly code: ModelFaultCode };

/** How an answer that a language model writes is to be. */
export interface WritingWish {
  readonly format: AnswerFormat;
  /** Of an answer in JSON; null: `{"answer": …}`. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** Sentences may be given without a judge's word, where none can be had. */
  readonly mayGoUnjudged: boolean;
  /** Sentences that a judge holds borne out less than this fall, whatever else speaks for them. */
  readonly supportedMin: number;
  /** To be waited for before anything leaves for a provider; begun while the task is made ready. */
  readonly beforeSending: () => Promise<void>;
  /** Which of these texts may not be given to a model: those that give it orders. Documents were looked through before. */
  readonly sift: (texts: readonly string[]) => Promise<ReadonlySet<number>>;
  /**
   * Told of the draft so far each time that another unit of it stands, never before its main claim does. What was told
   * stays: later drafts only go on after it. While it works nothing more is read from the model.
   */
  readonly onSoFar: ((soFar: WrittenDraft) => Promise<void>) | null;
  readonly signal: AbortSignal;
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
  /** Turns a follow-up into a question that stands on its own. `history` is newest first. */
  refine(
    asked: {
      readonly text: string;
      readonly language: string | null;
      /** False: what may be spent on language models has been. */
      readonly mayAskModel: boolean;
    },
    history: readonly Turn[],
    signal: AbortSignal,
  ): Promise<RefinedQuestion>;
  /** A curated pair filed under exactly this question. */
  matchCurated(question: Question): Promise<Draft | null>;
  /** The packs that are searched for it, as they are served now. */
  listPacks(question: Question): Promise<readonly PackVersion[]>;
  retrieve(question: Question, limits: { readonly timeoutMs: number }): Promise<Retrieved>;
  /** A curated pair that asks the same in other words. */
  matchSimilar(question: Question, retrieved: Retrieved): Promise<Draft | 'stale' | null>;
  /**
   * The embedded models' answer. Begins nothing that takes its time once none is left: nobody waits for it any more.
   */
  read(question: Question, retrieved: Retrieved, limits: TimeLeft): Promise<AnswerFound>;
  /** Puts a question into another language, by the model that refines questions or else by that of the tier. */
  translateQuestion(
    question: Question,
    also: { readonly into: string; readonly tier: ModelTier['tier']; readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<TranslatedQuestion>;
  /** The tiers of language models that can be asked, best first; none where the operator has set up none. */
  readonly tiers: ReadonlyArray<Pick<ModelTier, 'tier'> & { readonly name: string }>;
  /** Asks the language model of a tier. What it costs is told whatever comes of it. */
  write(
    question: Question,
    retrieved: Retrieved,
    also: { readonly tier: ModelTier['tier']; readonly wish: WritingWish; readonly limits: TimeLeft },
  ): Promise<{ readonly found: WrittenFound; readonly cost: ModelCost }>;
  /** The draft, and what another source says against it where one does. */
  addDisagreement(
    question: Question,
    about: { readonly retrieved: Retrieved; readonly draft: Draft },
  ): Promise<Draft>;
  /**
   * Whether something answers that is kept to groups which whoever asks is not in. Only where the policy lets that be told:
   * it says that such a text exists. `sift`: which texts may not be read, as for `WritingWish`.
   */
  findRestricted(
    question: Question,
    also: { readonly sift: WritingWish['sift']; readonly limits: TimeLeft },
  ): Promise<boolean>;
  /** What this viewer may read today at each place that the draft quotes; null where it is gone. */
  readSupport(question: Question, draft: Draft): Promise<ReadonlyArray<string | null>>;
}

/** What was nearest to a question, whether or not it answers it. */
export interface Nearest {
  readonly documentId: DocumentId | CuratedId;
  readonly packId: PackId;
  /** The headings above the passage, or the curated question. */
  readonly headings: string;
  /** As the search scored it; comparable within one answer of the search only. */
  readonly score: number;
}
