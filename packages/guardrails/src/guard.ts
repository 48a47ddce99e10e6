import type { UnsafeKind } from '@avow/contract/guardrails';
import type { GuardrailResult } from '@avow/contract/query';
import type { BlockedPrompt } from '@avow/contract/records';
import type { BlockedReason } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import type { AttackFound } from './checks/attack-found.ts';
import type { CheckedText, GuardrailInput, Policy, Redaction } from './guardrail.ts';

/** Where an enforced guardrail found what it blocked for. UTF-16 offsets into the text checked. */
export interface FoundSpan {
  readonly guardrailId: string;
  readonly start: number;
  readonly end: number;
}

/** Why a query was blocked. */
export interface Block {
  readonly guardrailId: string;
  readonly reason: BlockedReason;
  /** What the prompt may be about, if somebody may need help. */
  readonly concern?: UnsafeKind;
}

/** A block for a reason that lies in no guardrail. */
export type GivenBlock = Pick<Block, 'reason'> & Partial<Block>;

/** The combined result of the guardrails of one step. */
interface StepOutcome {
  /** One for each guardrail of the step, in the order of the policy. */
  readonly results: readonly GuardrailResult[];
  /** The models that judged, each once. */
  readonly models: readonly string[];
  readonly blocked: Block | null;
  /** Some enforced guardrail blocked, or failed closed. */
  readonly tripwireTriggered: boolean;
  /** A guardrail that fails open did not run, or something that it uses was unavailable. */
  readonly degraded: boolean;
}

export interface StageOutcome extends StepOutcome {
  /** The text after every redaction. */
  readonly text: string;
  readonly redacted: boolean;
  /**
   * What was replaced in the original text, in order; needed to restore values. Never stored, because it would reveal the
   * position and length of secrets.
   */
  readonly redactions: readonly Redaction[];
  /** A check that replaces words could not run: the text may contain anything. */
  readonly isUnread: boolean;
  /** Never of personal data or secrets, because a range would reveal their length. */
  readonly spans: readonly FoundSpan[];
}

/** The outcome for the prompt. It can be stored and resumed under the same policy. */
export interface InputOutcome extends StageOutcome {
  readonly policyVersion: string;
  /** What is stored instead of a blocked prompt; null if it was not blocked, or if its text may be stored. */
  readonly blockedPrompt: BlockedPrompt | null;
}

export interface FilterOutcome extends StepOutcome {
  /** Indexes of the passages to leave out. */
  readonly leftOut: ReadonlySet<number>;
}

/** Why a passage is left out, without any of its words. */
export interface PassageObjection {
  readonly guardrailId: string;
  readonly name: string;
  readonly score: number;
  /** Of the policy: what scores so much is left out. */
  readonly threshold: number;
  readonly reason: string;
}

/** A policy in force, as the query path uses it. */
export interface Guard {
  readonly policyVersion: string;
  /** Of the tenant's own policy; omitted: it is the built-in one. */
  readonly policyRevision?: number;
  readonly messages: Policy['messages'];
  readonly bands: Policy['bands'];
  /** The confidence that an answer needs, and its upper limit. */
  readonly confidence: Policy['confidence'];
  /** Which answers need review by a person before delivery. */
  readonly review: Policy['review'];
  readonly blockedPrompts: Policy['blockedPrompts'];
  readonly answering: Policy['answering'];
  /** Whether generated text may be delivered if no judge was available to verify it. */
  readonly allowsUnverified: Policy['allowsUnverified'];
  readonly generatedSupportedMin: Policy['generatedSupportedMin'];
  /**
   * How much of an answer must be known before its beginning can be shown: a number of UTF-16 units beyond it, or all.
   */
  readonly holdsBack: number | 'whole';
  /**
   * The UTF-16 offset up to which the results for the beginning of an answer stay the same if it continues with white
   * space; 0 if the whole answer must be known.
   */
  settledBefore(input: GuardrailInput): number;
  /** `citation`: the title, source or address of a citation, checked by the answer guardrails that apply to citations. */
  check(target: CheckedText | 'citation', input: GuardrailInput, signal: AbortSignal): Promise<StageOutcome>;
  /**
   * Checks a statement that nothing acts on, such as feedback, before it is stored. Only private data blocks it, or a word
   * check that could not run.
   */
  checkStatement(text: string, signal: AbortSignal): Promise<StageOutcome>;
  /** Filters retrieved passages: a bad passage is left out, and the query continues without it. */
  filterPassages(passages: readonly string[], signal: AbortSignal): Promise<FilterOutcome>;
  /** Why a passage that was screened is left out; null: it is not. */
  leavesOut(screened: AttackFound): PassageObjection | null;
  /**
   * One result for each guardrail, in the order of the policy: the given ones, and `skipped` for all others.
   */
  report(results: readonly GuardrailResult[]): readonly GuardrailResult[];
  /** What is returned in place of an answer. Without a guardrail, nothing is said of a check. */
  blockedMessage(block: GivenBlock): string;
  /** Whether no enforced grounding check objects. */
  isGrounded(results: readonly GuardrailResult[]): boolean;
}

/** The guards of all tenants. */
export interface Guards {
  /** The tenant's current guard. */
  inForce(tenantId: TenantId): Promise<Guard>;
  /** The guard that a message was admitted under, or the current one if that no longer exists. */
  ofVersion(tenantId: TenantId, version: string): Promise<Guard>;
}
