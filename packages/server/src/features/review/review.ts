import type { Explanation } from '@avow/answering/score';
import type { QueryResponse } from '@avow/contract/query';
import type { ReviewReason } from '@avow/contract/review';
import type { CallerId, MessageId, TenantId } from '@avow/foundation';
import type { ReaderGroups } from '../records/records.ts';

/** An answer pending review. */
export interface PendingReview {
  readonly messageId: MessageId;
  /** The response if it is delivered, to the letter. */
  readonly response: QueryResponse;
  readonly question: string;
  readonly refinedQuestion: string | null;
  readonly scored: Explanation | null;
  readonly channelType: string;
  readonly endUserId: string | null;
  readonly pendingSinceMs: number;
  readonly waitingMs: number;
  /** Then it ends as blocked. */
  readonly expiresAtMs: number;
}

export interface ReviewDecision {
  readonly decision: 'deliver' | 'block';
  readonly reason: ReviewReason | null;
  readonly comment: string | null;
  /** What is delivered in place of the proposed answer; null: the answer as it was proposed. */
  readonly answer: string | null;
  readonly callerId: CallerId;
}

/** Answers pending review, if the policy requires one. */
export interface Reviews {
  /** Oldest first, strictly younger than `after` if it is given. */
  list(
    tenantId: TenantId,
    page: {
      readonly after: MessageId | null;
      readonly limit: number;
      readonly readableBy: ReaderGroups;
      /** Null: what nobody has; omitted: all. */
      readonly assignedTo?: CallerId | null;
    },
  ): Promise<PendingReview[]>;
  /** Null: there is no such message, or it is not pending review. */
  get(tenantId: TenantId, messageId: MessageId): Promise<PendingReview | null>;
  /**
   * Ends the message durably as decided, and returns its response. Null: there is no such message. Rejects with
   * `invalid_state` if it is not pending review, or is to be delivered although its sources have changed or a newer policy
   * would not let it pass.
   */
  decide(tenantId: TenantId, messageId: MessageId, decision: ReviewDecision): Promise<QueryResponse | null>;
}
