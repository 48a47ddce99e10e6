import type { QueryResponse, ReviewReason } from '@avow/contract';
import type { Explanation } from './confidence.ts';
import type { KeyId, MessageId, TenantId } from './identity.ts';

/** An answer that waits for a person. */
export interface HeldAnswer {
  readonly messageId: MessageId;
  /** What is said where it is delivered, to the letter. */
  readonly response: QueryResponse;
  readonly question: string;
  readonly refinedQuestion: string | null;
  readonly scored: Explanation | null;
  readonly channelType: string;
  readonly endUserId: string | null;
  readonly heldAtMs: number;
  readonly waitingMs: number;
  /** Then it ends as blocked. */
  readonly expiresAtMs: number;
}

export interface ReviewDecision {
  readonly decision: 'deliver' | 'block';
  readonly reason: ReviewReason | null;
  readonly comment: string | null;
  readonly keyId: KeyId;
}

/** Answers that wait for a person, where the policy asks for one. */
export interface Reviews {
  /** Oldest first, strictly younger than `after` where it is given. */
  list(
    tenantId: TenantId,
    page: { readonly after: MessageId | null; readonly limit: number },
  ): Promise<HeldAnswer[]>;
  /** Null: there is no such message, or it does not wait. */
  get(tenantId: TenantId, messageId: MessageId): Promise<HeldAnswer | null>;
  /**
   * Ends the message, durably, as was decided: its response. Null: there is no such message. Rejects with `invalid_state`
   * where it does not wait, or is to be delivered while its sources are no longer what they were, or under another policy
   * that would not let it pass.
   */
  decide(tenantId: TenantId, messageId: MessageId, decision: ReviewDecision): Promise<QueryResponse | null>;
}
