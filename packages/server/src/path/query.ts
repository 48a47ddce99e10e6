import type {
  Draft,
  FailedTier,
  ModelsUsed,
  Nearest,
  Question,
  RefinedQuestion,
  Retrieved,
} from '@avow/answering';
import type { Evidence, Scorer } from '@avow/answering/score';
import type { NoAnswerCause, RoutingSource, TierFailure } from '@avow/contract/values';
import type { PackVersion } from '@avow/foundation';
import type { FilterOutcome, GivenBlock, Guard, InputOutcome, StageOutcome } from '@avow/guardrails';
import type { PassageHit } from '@avow/search';
import type { Admission, GuardedAdmission } from './admission/admission.ts';
import type { TimeLimit } from './admission/deadlines.ts';
import type { StartTier } from './answering/choose-tier.ts';
import type { OtherDraft, SearchMade } from './answering/drafts.ts';
import type { AdmissionRecord } from './recording/admission-record.ts';
import type { QueryTally } from './recording/open-tally.ts';
import { noModelsUsed } from './recording/outcome.ts';
import type { AnswerStream } from './streaming/create-answer-stream.ts';
import type { MessageJournal, ProgressReporter } from './streaming/create-journals.ts';
import type { RecordedTurn } from './understanding/read-history.ts';
import type { ComposedAnswer } from './verification/compose-answer.ts';
import type { AnswerOutcome } from './verification/guard-answer.ts';

/*
 * One query, which gains fields from step to step. Its `prompt` is what was sent, its `question` what is looked up.
 */

/** It may be answered. */
export interface AdmittedQuery {
  readonly admission: Admission;
  readonly timeLimit: TimeLimit;
  /** False: the budget for language models is spent, and the embedded ones answer alone. */
  readonly mayAskModels: boolean;
}

/** Its prompt has been checked. */
export interface GuardedQuery extends AdmittedQuery {
  readonly admission: GuardedAdmission;
  /** The policy that it is answered under. */
  readonly guard: Guard;
  /** The guardrails' outcome on the prompt and, once that is known, on the question. */
  readonly input: InputOutcome;
  /** Why the prompt of a resumed message could not be checked again: the message ends as failed. Null: it was. */
  readonly checkFailure: { readonly cause: unknown } | null;
}

/** Whether a query is followed, can be resumed and is on record. */
export interface AnswerMode {
  /** Null: it cannot be followed. */
  readonly journal: MessageJournal | null;
  /** It restarts from the beginning if this process dies, so nothing of its answer is streamed before its end. */
  readonly isResumable: boolean;
  /** Its admission is on record already. */
  readonly isAdmitted: boolean;
}

/** It is being answered. */
export interface StartedQuery extends GuardedQuery, AnswerMode {
  readonly startedAtMs: number;
  readonly scorer: Scorer;
  readonly admissionRecord: AdmissionRecord;
  readonly stream: AnswerStream;
  readonly report: ProgressReporter;
  /** What is recorded of it however it ends. */
  readonly tally: QueryTally;
}

/** It is known what is asked. */
export interface UnderstoodQuery extends StartedQuery {
  /** Once passages were retrieved, as it was looked up: translated, if the content is in another language. */
  readonly question: Question;
  /** How the question came of the prompt. */
  readonly refinement: Pick<RefinedQuestion, 'model' | 'isDegraded'>;
  /** The language model that translated the question; null: it was not translated. */
  readonly translator: string | null;
  /** Newest first. */
  readonly history: readonly RecordedTurn[];
  /** The tier that is asked first. */
  readonly start: StartTier;
  /** The tiers whose answer was not used, in that order: the others are asked. */
  readonly failedTiers: readonly FailedTier[];
  /** What was found before cannot be used, so no cached answer is. */
  readonly isRepeated: boolean;
}

/** Passages were found that may answer it. */
export interface RetrievedQuery extends UnderstoodQuery {
  readonly kind: 'retrieved';
  readonly retrieved: Retrieved;
  /** What language models are given: in their order, with what they asked to look up besides. */
  readonly widened: Retrieved;
  readonly packs: readonly PackVersion[];
  readonly embeddedShare: number | null;
  readonly isDegraded: boolean;
  readonly filtered: FilterOutcome;
  readonly nearest: readonly Nearest[];
  /** A curated pair that asks the same in other words, and how likely it is right; null: there is none. */
  readonly pair: { readonly draft: Draft; readonly probability: number } | null;
}

/** An answer to it was looked for: `draft`, or null. */
export interface AnsweredQuery extends UnderstoodQuery {
  readonly kind: 'answered';
  readonly draft: Draft | null;
  readonly packs: readonly PackVersion[];
  readonly isDegraded: boolean;
  /** What was found has been replaced since. */
  readonly isStale: boolean;
  readonly models: ModelsUsed;
  /** The guardrails' outcome on the retrieved passages. */
  readonly filtered: FilterOutcome;
  readonly tier: number;
  readonly routing: RoutingSource;
  /** A language model said what the sources do not, and nothing answers in its place. */
  readonly isUngrounded: boolean;
  readonly isOutOfModels: boolean;
  /** An answer that was compared with the draft, and rests on other words; null: there was none. */
  readonly other: OtherDraft | null;
  readonly searches: readonly SearchMade[];
  /** What the question may be about, if nothing certain was found; fewer than two: nothing to choose from. */
  readonly choices: readonly string[];
  /** The share of the passages searched that are embedded; null: not searched, or not by semantic search. */
  readonly embeddedShare: number | null;
  readonly nearest: readonly Nearest[];
  /** The passages of documents that were found and that no guardrail left out, best first. */
  readonly passages: readonly PassageHit[];
  /** The evidence for a cached answer from when it was found; null: this one was found just now. */
  readonly evidence: Evidence | null;
}

/** What its draft quotes was read back. */
export interface GroundedQuery extends AnsweredQuery {
  /** What is stored now at each place that the draft quotes. */
  readonly stored: ReadonlyArray<string | null>;
}

/** What the checks on an answer came to. `fault`: why the draft of a language model should not be used if another tier can answer. */
export type AnswerVerdict =
  | {
      readonly kind: 'passed';
      readonly draft: Draft;
      readonly shown: ComposedAnswer;
      readonly output: AnswerOutcome;
      readonly fault: TierFailure | null;
    }
  | {
      readonly kind: 'blocked';
      readonly block: GivenBlock;
      /** Null: it ended before the output guardrails. */
      readonly output: StageOutcome | null;
      readonly fault: TierFailure | null;
    }
  | {
      readonly kind: 'unanswered';
      readonly cause: Extract<NoAnswerCause, 'no_knowledge' | 'nothing_found'>;
      readonly fault: null;
    };

/** Its answer was checked. */
export interface VerifiedQuery extends GroundedQuery {
  readonly verdict: AnswerVerdict;
}

/** As it is if no passage was read for an answer. */
export const nothingRead = {
  kind: 'answered',
  isDegraded: false,
  isStale: false,
  models: noModelsUsed,
  tier: 0,
  failedTiers: [],
  isUngrounded: false,
  isOutOfModels: false,
  other: null,
  searches: [],
  choices: [],
  embeddedShare: null,
  nearest: [],
  passages: [],
  evidence: null,
} as const;
