import type { FieldError } from '@avow/contract';
import type {
  GuardrailPolicy,
  GuardrailStage,
  MessageEnding,
  ThresholdName,
  Trial,
} from '@avow/contract/guardrails';
import type { BlockedReason, MessageStatus } from '@avow/contract/values';
import type { CallerId, MessageId, TenantId } from '@avow/foundation';
import type { ProposedThreshold } from './propose-thresholds.ts';

/** A revision of a tenant's policy, and who set it when. */
export interface PolicyRevision {
  /** 0: no policy was ever set. */
  readonly revision: number;
  readonly version: string;
  /** The current built-in policy. */
  readonly isBuiltIn: boolean;
  /** Null if no policy was ever set. */
  readonly createdAtMs: number | null;
  readonly createdBy: CallerId | null;
  readonly policy: GuardrailPolicy;
  /** Thresholds that feedback proposes to raise; empty for a revision that is not in force. */
  readonly proposed: readonly ProposedThreshold[];
}

/** The change is made only if the current revision is one of these; null: always. */
type ExpectedRevisions = readonly number[] | null;

/** Who changes a policy, and from which revisions. */
export interface PolicyChange {
  /** Null: the command line. */
  readonly createdBy: CallerId | null;
  readonly expected: ExpectedRevisions;
}

export type TrialSubject =
  | {
      readonly kind: 'texts';
      readonly texts: ReadonlyArray<{ readonly text: string; readonly stage: GuardrailStage }>;
    }
  | {
      readonly kind: 'messages';
      readonly which: WhichMessages;
      /** The groups that the caller may name; null: any. */
      readonly readableBy: readonly string[] | null;
    };

type WhichMessages =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'last'; readonly count: number };

/** A past message, as far as guardrails can be tried on it again. */
export interface PastMessage {
  readonly messageId: MessageId;
  readonly status: MessageStatus;
  readonly blockedReason: BlockedReason | null;
  /** Whether the cause of the block is not stored: it was in a draft or a retrieved passage, or was redacted from the prompt. */
  readonly isCauseGone: boolean;
  /** Null if it is not stored. */
  readonly question: string | null;
  /** The question as it was searched for; null if it is not stored. */
  readonly asked: string | null;
  /** Null if there was no answer, or it is not stored. */
  readonly answer: string | null;
  /** The quoted parts of the answer, in the form shown. */
  readonly shownQuotes: readonly string[];
  /** The addresses of the quoted documents. */
  readonly urls: readonly string[];
  /** What the policy did; null: it has not ended, failed or was cancelled. */
  readonly ending: MessageEnding | null;
  /** The score of its answer under other caps, even if the answer was withheld or reviewed; null: there was none. */
  readonly scoreUnder: ((caps: GuardrailPolicy['confidence']['caps']) => number) | null;
}

export interface PastMessages {
  /** In the order of the given ids, or newest first. Null: there is no such message. */
  read(
    tenantId: TenantId,
    which: WhichMessages,
    /** The groups that the caller may name: messages for others are not there. Null: any. */
    readableBy: readonly string[] | null,
  ): Promise<ReadonlyArray<{ readonly id: string; readonly message: PastMessage | null }>>;
}

export interface GuardrailPolicies {
  inForce(tenantId: TenantId): Promise<PolicyRevision>;
  /** Null: no such revision. */
  get(tenantId: TenantId, revision: number): Promise<PolicyRevision | null>;
  /** Newest first. */
  list(
    tenantId: TenantId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<PolicyRevision[]>;
  /**
   * Puts a policy in force. Rejects with `validation_failed` and every fault, or with `precondition_failed` if the current
   * revision is not an expected one. Setting the same policy again changes nothing.
   */
  put(tenantId: TenantId, given: unknown, change: PolicyChange): Promise<PolicyRevision>;
  /**
   * Raises thresholds to what is proposed, as a new revision. Rejects with `invalid_state` if one of them is not proposed with
   * that value, and like `put`.
   */
  acceptThresholds(
    tenantId: TenantId,
    accepted: Readonly<Partial<Record<ThresholdName, number>>>,
    change: PolicyChange,
  ): Promise<PolicyRevision>;
  /** Validates a policy without setting it: resolves with the policy as it would be set, or rejects like `put`. */
  check(tenantId: TenantId, given: unknown): Promise<GuardrailPolicy>;
  /** What this installation cannot run of a policy that was set. Such a guardrail fails whenever it runs. */
  faultsOf(policy: GuardrailPolicy): readonly FieldError[];
  /** Returns to the built-in policy. */
  reset(tenantId: TenantId, change: PolicyChange): Promise<PolicyRevision>;
  /** Reports what a policy would do, without doing it. `given` undefined: the current one. */
  tryOut(tenantId: TenantId, given: unknown, subject: TrialSubject): Promise<Trial>;
}
