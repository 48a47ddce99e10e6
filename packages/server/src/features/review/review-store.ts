import type { DecisionOutcome } from '@avow/contract/review';
import type { CallerId, MessageId, OutboxEvent, TenantId, UserId } from '@avow/foundation';
import type { Mail } from '../mail/mail.ts';
import type { ReaderGroups } from '../records/records.ts';

/** Who works on a review, and how it ended. Its content is in the record of its message. */
export interface ReviewState {
  readonly messageId: MessageId;
  readonly pendingSinceMs: number;
  readonly assignedTo: CallerId | null;
  readonly assignedAtMs: number | null;
  readonly noteCount: number;
}

export interface ReviewNote {
  readonly text: string;
  readonly author: CallerId;
  readonly createdAtMs: number;
}

export interface Decision {
  readonly messageId: MessageId;
  readonly outcome: DecisionOutcome;
  /** Null: nobody decided in time. */
  readonly decidedBy: CallerId | null;
  readonly decidedAtMs: number;
  readonly pendingSinceMs: number;
}

export interface PendingCounts {
  readonly pending: number;
  readonly mine: number;
  readonly unassigned: number;
  readonly overdue: number;
  readonly oldestSinceMs: number | null;
}

/** Where a list of decisions goes on. */
export type DecisionPlace = Pick<Decision, 'decidedAtMs' | 'messageId'>;

export interface DecisionFilter {
  readonly outcome: DecisionOutcome | null;
  readonly decidedBy: CallerId | null;
}

/**
 * The work on reviews. A review begins and ends in the commits of its message (`RecordStore`). Notes are sealed under the secret
 * of the message, and erased with it.
 */
export interface ReviewStore {
  /** Of those that are pending review. */
  readReviewStates(tenantId: TenantId, messageIds: readonly MessageId[]): Promise<readonly ReviewState[]>;
  countPendingReviews(
    tenantId: TenantId,
    by: {
      readonly readableBy: ReaderGroups;
      readonly callerId: CallerId;
      readonly overdueBeforeMs: number;
    },
  ): Promise<PendingCounts>;
  /** Newest first, older than `before` if it is given. */
  listDecisions(
    tenantId: TenantId,
    options: {
      readonly filter: DecisionFilter;
      readonly readableBy: ReaderGroups;
      readonly before: DecisionPlace | null;
      /** Only decisions of this time or later. */
      readonly sinceMs: number;
      readonly limit: number;
    },
  ): Promise<readonly Decision[]>;
  /** `unknown`: it is not pending review. `taken`: somebody else than `expected` has it. */
  assignReview(
    tenantId: TenantId,
    messageId: MessageId,
    options: {
      readonly to: CallerId | null;
      /** Omitted: it does not matter who has it. */
      readonly expected?: CallerId | null;
      readonly atMs: number;
      readonly mails: readonly Mail[];
    },
  ): Promise<'assigned' | 'unknown' | 'taken'>;
  /** `unknown`: it was never in review, or its content is gone. */
  addReviewNote(
    tenantId: TenantId,
    messageId: MessageId,
    options: { readonly note: ReviewNote; readonly notesMax: number },
  ): Promise<'added' | 'unknown' | 'too_many'>;
  /** Oldest first; null: it was never in review, or its content is gone. */
  listReviewNotes(tenantId: TenantId, messageId: MessageId): Promise<readonly ReviewNote[] | null>;

  /** Of all tenants, oldest first: pending since before that time, and nobody was notified of it. */
  listNewlyOverdue(
    pendingBeforeMs: number,
    limit: number,
  ): Promise<ReadonlyArray<{ readonly tenantId: TenantId; readonly messageId: MessageId }>>;
  /** Notes that somebody was notified, with what notifies them. False: it was decided meanwhile; nothing changed. */
  noteOverdue(
    tenantId: TenantId,
    messageId: MessageId,
    also: {
      readonly events: readonly OutboxEvent[];
      readonly mails: readonly Mail[];
      readonly nowMs: number;
    },
  ): Promise<boolean>;

  /** What a person wants to hear of by e-mail. */
  readReviewNotices(tenantId: TenantId, userId: UserId): Promise<ReviewNotices>;
  setReviewNotices(tenantId: TenantId, userId: UserId, notices: ReviewNotices): Promise<void>;
  /** Who wants to hear of this, and was not written to after that time. */
  listNoticeReaders(
    tenantId: TenantId,
    options: { readonly of: keyof ReviewNotices; readonly notSinceMs: number },
  ): Promise<readonly UserId[]>;
  /** Those of them who were still not written to. They count as written to from now on. */
  claimNoticeReaders(
    tenantId: TenantId,
    options: { readonly among: readonly UserId[]; readonly nowMs: number; readonly notSinceMs: number },
  ): Promise<readonly UserId[]>;
}

export interface ReviewNotices {
  readonly pending: boolean;
  readonly overdue: boolean;
  readonly assigned: boolean;
}

export const noNotices: ReviewNotices = { pending: false, overdue: false, assigned: false };
