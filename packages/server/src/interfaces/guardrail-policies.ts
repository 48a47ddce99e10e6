import type {
  BlockedReason,
  FieldError,
  GuardrailPolicy,
  GuardrailStage,
  MessageStatus,
  Trial,
} from '@avow/contract';
import type { KeyId, MessageId, TenantId } from './identity.ts';

/** A policy of a tenant, and how it came to be in force. */
export interface KnownPolicy {
  /** 0: none was ever put. */
  readonly revision: number;
  readonly version: string;
  /** The one that comes with the service, as it is now. */
  readonly isBuiltIn: boolean;
  /** Null where none was ever put. */
  readonly createdAtMs: number | null;
  readonly createdBy: KeyId | null;
  readonly policy: GuardrailPolicy;
}

/** The revisions that a change may be made from, one of which must be in force; null: any. */
export type ExpectedRevisions = readonly number[] | null;

/** Who changes a policy, and what they took for granted. */
export interface PolicyChange {
  /** Null: the command line. */
  readonly createdBy: KeyId | null;
  readonly expected: ExpectedRevisions;
}

/** What a policy is tried on. */
export type TrialSubject =
  | {
      readonly kind: 'texts';
      readonly texts: ReadonlyArray<{ readonly text: string; readonly stage: GuardrailStage }>;
    }
  | { readonly kind: 'messages'; readonly which: WhichMessages };

type WhichMessages =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'last'; readonly count: number };

/** A message that has been, as far as guardrails can be tried on it again. */
export interface PastMessage {
  readonly messageId: MessageId;
  readonly status: MessageStatus;
  readonly blockedReason: BlockedReason | null;
  /** Whether what it was blocked for is not stored: it was in a draft or in what was retrieved, or is taken out of the prompt. */
  readonly isCauseGone: boolean;
  /** Null where it is not stored. */
  readonly question: string | null;
  /** The question as it was looked up; null where none is stored. */
  readonly asked: string | null;
  /** Null where nothing was answered, or it is not stored. */
  readonly answer: string | null;
  /** The parts of the answer that are quoted, as it shows them. */
  readonly shownQuotes: readonly string[];
  /** Where the quoted documents are to be found. */
  readonly urls: readonly string[];
}

export interface PastMessages {
  /** In the order of their ids, or newest first. Null stands for one that there is not. */
  read(
    tenantId: TenantId,
    which: WhichMessages,
  ): Promise<ReadonlyArray<{ readonly id: string; readonly message: PastMessage | null }>>;
}

/** What can be done with the policies of tenants. */
export interface GuardrailPolicies {
  inForce(tenantId: TenantId): Promise<KnownPolicy>;
  /** Null: no such revision. */
  get(tenantId: TenantId, revision: number): Promise<KnownPolicy | null>;
  /** Newest first. */
  list(
    tenantId: TenantId,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<KnownPolicy[]>;
  /**
   * Puts a policy in force. Rejects with `validation_failed` and every fault, or with `invalid_state` where another is in
   * force than was expected. The same policy again changes nothing.
   */
  put(tenantId: TenantId, given: unknown, change: PolicyChange): Promise<KnownPolicy>;
  /** Whether it could be put: the policy as it would be, or the same refusal. */
  check(tenantId: TenantId, given: unknown): Promise<GuardrailPolicy>;
  /** What this installation cannot carry out of a policy that was put: such a guardrail fails whenever it is to run. */
  faultsOf(policy: GuardrailPolicy): readonly FieldError[];
  /** Back to the policy that comes with the service. */
  reset(tenantId: TenantId, change: PolicyChange): Promise<KnownPolicy>;
  /** What a policy would do, and nothing is done. `given` undefined: the one in force. */
  tryOut(tenantId: TenantId, given: unknown, subject: TrialSubject): Promise<Trial>;
}
