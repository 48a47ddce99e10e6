import type { FeedbackReason, FeedbackVerdict } from '@avow/contract';
import type { KeyId, MessageId, TenantId } from './identity.ts';
import type { Feedback, FeedbackId, ProposalState, StoredCalibration } from './learning-store.ts';

/** What somebody says of an answer, as it came. */
export interface GivenFeedback {
  readonly verdict: FeedbackVerdict;
  readonly reason: FeedbackReason | null;
  readonly comment: string | null;
  readonly betterAnswer: string | null;
  /** The pack that the better answer is for, as it was named. */
  readonly packId: string | null;
  readonly endUserId: string | null;
  readonly keyId: KeyId;
  /** Whether a better answer for a named pack goes into its draft at once. */
  readonly mayManageContent: boolean;
}

/** What goes into the pair in place of what the message and its feedback say. */
export interface AcceptedProposal {
  readonly packId?: string;
  readonly question?: string;
  readonly alternatives?: readonly string[];
  readonly answer?: string;
  readonly groups?: readonly string[];
}

export interface CalibrationState {
  /** The model that ships. */
  readonly model: string;
  /** Null: scores are those of the model alone. */
  readonly inForce: StoredCalibration | null;
  /** Whether the service refits by itself: not after a reset, until somebody asks for a refit. */
  readonly isAutomatic: boolean;
  readonly labels: {
    readonly count: number;
    /** Those that would be fitted on: the newest, and of one author only so many. */
    readonly usable: number;
    readonly right: number;
    readonly sinceFit: number;
  };
  readonly needed: { readonly usable: number; readonly right: number; readonly wrong: number };
  /** Newest first. */
  readonly revisions: readonly StoredCalibration[];
}

/** What came of a refit. Only where it is fitted, or what was in force was withdrawn, did anything change. */
export type RefitOutcome =
  | { readonly kind: 'fitted'; readonly calibration: StoredCalibration }
  /** The labels no longer bear out what was in force, and no other is better: one that changes nothing is in its place. */
  | {
      readonly kind: 'withdrawn';
      readonly calibration: StoredCalibration;
      readonly logLoss: { readonly inForce: number; readonly without: number };
    }
  | { readonly kind: 'too_few'; readonly usable: number; readonly right: number }
  | {
      readonly kind: 'not_better';
      readonly usable: number;
      readonly logLoss: { readonly with: number; readonly without: number };
    };

/** Feedback whose better answer is in a draft now. */
export interface DraftedFeedback {
  readonly feedback: Feedback;
  /** It took the place of the answer of a pair that was there before. */
  readonly isReplaced: boolean;
}

/** What is learnt from use. Null stands for "no such thing". What is refused rejects with an `AppError`. */
export interface Learning {
  /**
   * `isNew` is false where the same author had said just the same: nothing changed. `isReplaced` is null where no pair was
   * drafted at once.
   */
  giveFeedback(
    tenantId: TenantId,
    messageId: MessageId,
    given: GivenFeedback,
  ): Promise<{
    readonly feedback: Feedback;
    readonly isNew: boolean;
    readonly isReplaced: boolean | null;
  } | null>;
  /** Newest first. Null: no such message. */
  listFeedbackOf(tenantId: TenantId, messageId: MessageId): Promise<Feedback[] | null>;
  /** Newest first. */
  listFeedback(
    tenantId: TenantId,
    filter: { readonly verdict?: FeedbackVerdict; readonly proposal?: ProposalState },
    page: { readonly before: FeedbackId | null; readonly limit: number },
  ): Promise<Feedback[]>;
  /**
   * Puts the better answer into the draft of a pack: as a new pair, or into the one that answers the question there. Rejects
   * with `pack_conflict` where several do.
   */
  acceptProposal(
    tenantId: TenantId,
    feedbackId: FeedbackId,
    accepted: AcceptedProposal,
  ): Promise<DraftedFeedback | null>;
  dismissProposal(tenantId: TenantId, feedbackId: FeedbackId): Promise<Feedback | null>;
  /**
   * Who may get another answer than those of these messages, which may repeat what these rest on. Empty: everyone. Null: it
   * cannot be told.
   */
  audienceOf(tenantId: TenantId, messageIds: readonly MessageId[]): Promise<readonly string[] | null>;

  readCalibration(tenantId: TenantId): Promise<CalibrationState>;
  /** `createdBy` null: by the service itself. */
  refit(tenantId: TenantId, createdBy: KeyId | null): Promise<RefitOutcome>;
  /** Back to the model that ships, until a refit is asked for. */
  resetCalibration(tenantId: TenantId, createdBy: KeyId): Promise<void>;
}
