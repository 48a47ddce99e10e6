import type { BlockedPrompt, BlockedReason, GuardrailResult } from '@avow/contract';
import type { CheckedText, GuardrailInput, Policy, Redaction } from './guardrail.ts';
import type { TenantId } from './identity.ts';

/** Where an enforced guardrail found what it blocked for. UTF-16 offsets into the text checked. */
export interface FoundSpan {
  readonly guardrailId: string;
  readonly start: number;
  readonly end: number;
}

/** What the guardrails of one step said together. */
interface StepOutcome {
  /** One for each guardrail of the step, in the order of the policy. */
  readonly results: readonly GuardrailResult[];
  readonly blocked: { readonly guardrailId: string; readonly reason: BlockedReason } | null;
  /** Some enforced guardrail blocked, or failed closed. */
  readonly tripwireTriggered: boolean;
  /** A guardrail that may fail open did not run, or had to do without something. */
  readonly degraded: boolean;
}

export interface StageOutcome extends StepOutcome {
  /** The text after every redaction. */
  readonly text: string;
  readonly redacted: boolean;
  /**
   * What was replaced, in order, in the text as it was given: without it nothing can be put back. Never stored: where a
   * secret stood, and how long it was, is not to be told.
   */
  readonly redactions: readonly Redaction[];
  /** Never of personal data or secrets: where they stand would tell how long they are. */
  readonly spans: readonly FoundSpan[];
}

/** Of the prompt. It can be stored, and taken up again under the same policy. */
export interface InputOutcome extends StageOutcome {
  readonly policyVersion: string;
  /** What is kept in place of a blocked prompt; null where it was not blocked, or its text may be kept. */
  readonly blockedPrompt: BlockedPrompt | null;
}

export interface SiftOutcome extends StepOutcome {
  /** Positions of passages that are left out. */
  readonly leftOut: ReadonlySet<number>;
}

/** A policy in force, as the path of a query sees it. */
export interface Guard {
  readonly policyVersion: string;
  readonly messages: Policy['messages'];
  readonly bands: Policy['bands'];
  /** How sure an answer must be, and can be at most. */
  readonly confidence: Policy['confidence'];
  /** Which answers a person looks at first. */
  readonly review: Policy['review'];
  readonly blockedPrompts: Policy['blockedPrompts'];
  readonly answering: Policy['answering'];
  /** Whether what a language model wrote may be given where no judge could look at it. */
  readonly mayGoUnjudged: Policy['mayGoUnjudged'];
  readonly writtenSupportedMin: Policy['writtenSupportedMin'];
  /**
   * How much of an answer must be known before its beginning can be shown: so many UTF-16 units beyond it, or all of it.
   */
  readonly holdsBack: number | 'whole';
  /**
   * Up to where an answer of which this is the beginning stays as it is found now, if it goes on with white space: a
   * UTF-16 offset. Nothing of it, where all must be known.
   */
  settledBefore(input: GuardrailInput): number;
  /** Of a citation, its title, source or address is checked by those guardrails of the answer that see it. */
  check(looksAt: CheckedText | 'citation', input: GuardrailInput, signal: AbortSignal): Promise<StageOutcome>;
  /**
   * What people state and nothing carries out: what is to be stored of it. Only what is private blocks it, and a check for
   * words that could not run.
   */
  checkStatement(text: string, signal: AbortSignal): Promise<StageOutcome>;
  /** Looks through what was retrieved: a bad passage is left out, and the question lives. */
  sift(passages: readonly string[], signal: AbortSignal): Promise<SiftOutcome>;
  /**
   * One result for each guardrail of the policy, in its order: those that are given, and of all others that they did not
   * run.
   */
  report(results: readonly GuardrailResult[]): readonly GuardrailResult[];
  /** Whether no grounding check in force objects. One that is on trial has no say, nor has one that is not there. */
  isGrounded(results: readonly GuardrailResult[]): boolean;
}

/** The guards of all tenants. */
export interface Guards {
  /** The one in force for the tenant. */
  inForce(tenantId: TenantId): Promise<Guard>;
  /** The one that a message was admitted under; where it is no more, the one in force. */
  ofVersion(tenantId: TenantId, version: string): Promise<Guard>;
}
