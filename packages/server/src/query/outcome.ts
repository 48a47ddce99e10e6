import type {
  BlockedPrompt,
  BlockedReason,
  GuardrailResult,
  NoAnswerCause,
  RoutingSource,
} from '@avow/contract';
import type { Draft, ModelsUsed, Nearest } from '../interfaces/answering.ts';
import type { Scored } from '../interfaces/confidence.ts';
import type { Guard, InputOutcome } from '../interfaces/guard.ts';
import type { PackVersion } from '../interfaces/identity.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import type { CitedRange } from './compose-answer.ts';
import type { CitedSource } from './guard-citations.ts';

/** What every outcome tells, whatever it was. */
export interface Traces {
  readonly guardrails: readonly GuardrailResult[];
  readonly tripwireTriggered: boolean;
  readonly degraded: boolean;
  readonly routingSource: RoutingSource;
  /** The prompt as it may be stored. */
  readonly question: string;
  readonly questionRedacted: boolean;
  /** What is kept of a blocked prompt in place of its text; null where its text is kept. */
  readonly blockedPrompt: BlockedPrompt | null;
  /** The question that was looked up, where it is another than the one asked. */
  readonly refinedQuestion: string | null;
  /** The language model that made it so: joined it with what it follows, or put it into another language; null: none did. */
  readonly refiner: string | null;
  readonly packVersions: readonly PackVersion[];
  readonly models: ModelsUsed;
  /** 0: the embedded models alone. */
  readonly modelTier: number;
  /** What language models cost, whatever came of it; null: none was asked. */
  readonly cost: ModelCost | null;
  /** As far as it is known. */
  readonly questionLanguage: string | null;
  /** What was nearest, whether or not it answers. */
  readonly nearest: readonly Nearest[];
}

export const noModels: ModelsUsed = { answering: null, judging: null };

export interface Answered extends Traces {
  readonly kind: 'answered';
  readonly answer: string;
  readonly draft: Draft;
  /** What each quote of the draft bears out in the answer, as it was before any redaction. */
  readonly citations: readonly CitedRange[];
  /** The output guardrails took something out of the answer, or out of its quotes alone. */
  readonly quotesRedacted: boolean;
  /** What is said of where each quote is from, as the output guardrails let it be shown. */
  readonly sources: readonly CitedSource[];
  readonly sourcesRedacted: boolean;
  readonly scored: Scored;
}

export interface NotCovered extends Traces {
  readonly kind: 'not_covered';
  readonly answer: string;
  readonly cause: NoAnswerCause;
  /** What to ask back, where that decides which answer is wanted; null: nothing. */
  readonly clarifyingQuestion: string | null;
  /** The question before it in the thread found nothing either. */
  readonly askedBefore: boolean;
  /** Of the answer that was withheld; null: there was none. */
  readonly scored: Scored | null;
}

/** An answer that waits for a person, who decides whether it is given. */
export interface Held extends Traces {
  readonly kind: 'in_review';
  readonly answered: Answered;
}

export interface Blocked extends Traces {
  readonly kind: 'blocked';
  readonly answer: string;
  readonly reason: BlockedReason;
}

/** Something broke, or time ran out: the client gets a problem document, the record says that it failed. */
interface Failed extends Traces {
  readonly kind: 'failed';
}

/** Somebody called it off before it had ended. */
interface Cancelled extends Traces {
  readonly kind: 'cancelled';
}

/** Accepted, and not begun or not ended. */
interface Pending extends Traces {
  readonly kind: 'pending';
  readonly status: 'queued' | 'processing';
}

export type EndedOutcome = Answered | NotCovered | Blocked | Failed | Cancelled;
export type Outcome = EndedOutcome | Held | Pending;

/** Of a message that came no further than the guardrails on its prompt. */
export function tracesUntilOutput(guard: Guard, input: InputOutcome): Traces {
  // The reason does not tell: what a check finds goes before another's failure.
  const unchecked =
    input.blocked !== null && input.results.some(({ mode, status }) => mode === 'enforce' && status !== 'ok');
  const isKept = !unchecked && input.blockedPrompt === null;
  return {
    guardrails: guard.report(input.results),
    tripwireTriggered: input.tripwireTriggered,
    degraded: input.degraded,
    routingSource: input.blocked === null ? 'default' : 'guardrail',
    // A prompt that a privacy check could not look at may hold anything: it is not kept.
    question: isKept ? input.text : '',
    questionRedacted: !isKept || input.redacted,
    blockedPrompt: input.blockedPrompt,
    refinedQuestion: null,
    refiner: null,
    packVersions: [],
    models: noModels,
    modelTier: 0,
    cost: null,
    questionLanguage: null,
    nearest: [],
  };
}
