import type { Draft, FailedTier, ModelsUsed, Nearest, Related, Scored } from '@avow/answering';
import type {
  AnswerChange,
  AuditRecord,
  BlockedPrompt,
  BlockedReason,
  GuardrailResult,
  NoAnswerCause,
  OtherAnswer,
  RoutingSource,
  UnsafeKind,
} from '@avow/contract';
import type { PackVersion } from '@avow/foundation';
import type { Guard, InputOutcome } from '@avow/guardrails';
import type { ModelCost } from '@avow/inference';
import type { CitedRange } from '../verification/compose-answer.ts';
import type { CitedSource } from '../verification/guard-citations.ts';

/** What is recorded of the drafts behind an answer. */
export interface KeptDrafts {
  /** What language models asked to look up. */
  readonly searches: AuditRecord['searches'];
  readonly changes: readonly AnswerChange[];
  /** Null: nothing was compared with the answer, or it says the same. */
  readonly otherAnswer: OtherAnswer | null;
}

export const noDrafts: KeptDrafts = { searches: [], changes: [], otherAnswer: null };

/** What is recorded of every outcome. */
export interface Traces {
  readonly guardrails: readonly GuardrailResult[];
  readonly tripwireTriggered: boolean;
  readonly degraded: boolean;
  readonly routingSource: RoutingSource;
  /** As it may be stored. */
  readonly prompt: string;
  readonly promptRedacted: boolean;
  /** What is kept of a blocked prompt in place of its text; null if its text is kept. */
  readonly blockedPrompt: BlockedPrompt | null;
  /** The question that was looked up; null: it was the prompt. */
  readonly question: string | null;
  /** The language model that wrote the question: joined the prompt with what it follows, or translated it; null: none did. */
  readonly refiner: string | null;
  readonly packVersions: readonly PackVersion[];
  readonly models: ModelsUsed;
  /** The models that judged for the guardrails, each once. */
  readonly guardrailModels: readonly string[];
  /** 0: the embedded models alone. */
  readonly modelTier: number;
  /** The tiers that failed, in that order. */
  readonly failedTiers: readonly FailedTier[];
  /** What language models cost, with or without success; null: none was asked. */
  readonly cost: ModelCost | null;
  /** The share of the passages searched that are embedded; null: not searched, or not by semantic search. */
  readonly embeddedShare: number | null;
  /** As far as it is known. */
  readonly questionLanguage: string | null;
  /** What was nearest, whether or not it answers. */
  readonly nearest: readonly Nearest[];
  readonly drafts: KeptDrafts;
}

export const noModelsUsed: ModelsUsed = { answering: null, judging: null };

export interface Answered extends Traces {
  readonly kind: 'answered';
  readonly answer: string;
  readonly draft: Draft;
  /** The part of the answer that each quote of the draft supports, before any redaction. */
  readonly citations: readonly CitedRange[];
  /** The output guardrails redacted something in the answer, or in its quotes alone. */
  readonly quotesRedacted: boolean;
  /** Where each quote is from, as the output guardrails let it be shown. */
  readonly sources: readonly CitedSource[];
  readonly sourcesRedacted: boolean;
  readonly scored: Scored;
}

export interface NotCovered extends Traces {
  readonly kind: 'not_covered';
  readonly answer: string;
  readonly cause: NoAnswerCause;
  /** What to ask back, if that decides which answer is wanted; null: nothing. */
  readonly clarifyingQuestion: string | null;
  /** What is near, best first, as the caller may see it. */
  readonly related: readonly Related[];
  /** The question before it in the thread found nothing either. */
  readonly askedBefore: boolean;
  /** Of the answer that was withheld; null: there was none. */
  readonly scored: Scored | null;
}

/** An answer pending review: a person decides whether it is delivered. */
export interface InReview extends Traces {
  readonly kind: 'in_review';
  readonly answered: Answered;
}

export interface Blocked extends Traces {
  readonly kind: 'blocked';
  readonly answer: string;
  readonly reason: BlockedReason;
  /** Which guardrail blocked, if one did. */
  readonly guardrailId?: string;
  /** What the prompt may be about, if somebody may need help. */
  readonly concern?: UnsafeKind;
}

/** Something broke, or time ran out: the client gets a problem document, the record says that it failed. */
interface Failed extends Traces {
  readonly kind: 'failed';
}

/** Somebody cancelled it before it had ended. */
interface Cancelled extends Traces {
  readonly kind: 'cancelled';
}

/** Accepted, and not started or not ended. */
interface Pending extends Traces {
  readonly kind: 'pending';
  readonly status: 'queued' | 'processing';
}

export type EndedOutcome = Answered | NotCovered | Blocked | Failed | Cancelled;
export type Outcome = EndedOutcome | InReview | Pending;

/** The traces of a message as far as the guardrails on its prompt. */
export function inputTraces(guard: Guard, input: InputOutcome): Traces {
  // The reason alone does not show it: the finding of one check takes precedence over the failure of another.
  const isUnread = input.blocked !== null && input.isUnread;
  const isStored = !isUnread && input.blockedPrompt === null;
  return {
    guardrails: guard.report(input.results),
    tripwireTriggered: input.tripwireTriggered,
    degraded: input.degraded,
    routingSource: input.blocked === null ? 'default' : 'guardrail',
    // A prompt that a check for private data could not read may contain anything: it is not stored.
    prompt: isStored ? input.text : '',
    promptRedacted: !isStored || input.redacted,
    blockedPrompt: input.blockedPrompt,
    question: null,
    refiner: null,
    packVersions: [],
    models: noModelsUsed,
    guardrailModels: input.models,
    modelTier: 0,
    failedTiers: [],
    cost: null,
    embeddedShare: null,
    questionLanguage: null,
    nearest: [],
    drafts: noDrafts,
  };
}
