import type { FeedbackReason, FeedbackVerdict } from '@avow/contract';
import type { CallerId, MessageId, TenantId } from '@avow/foundation';
import type { StoredCalibration } from '../answers/confidence.ts';
import type { Feedback, FeedbackId, ProposalState } from './feedback-store.ts';

/** Feedback as submitted. */
export interface SubmittedFeedback {
  readonly verdict: FeedbackVerdict;
  readonly reason: FeedbackReason | null;
  readonly comment: string | null;
  readonly betterAnswer: string | null;
  /** The pack for the better answer, not yet validated. */
  readonly packId: string | null;
  readonly endUserId: string | null;
  readonly callerId: CallerId;
  /** Whether a better answer for a named pack goes into its draft immediately. */
  readonly mayManageContent: boolean;
}

/** Overrides for the pair that is composed from a message and its feedback. */
export interface AcceptedProposal {
  readonly packId?: string;
  readonly question?: string;
  readonly alternatives?: readonly string[];
  readonly answer?: string;
  readonly groups?: readonly string[];
}

export interface CalibrationState {
  /** The shipped model. */
  readonly model: string;
  /** Null: only the shipped model is used. */
  readonly inForce: StoredCalibration | null;
  /** Whether the service refits automatically: not after a reset, until a refit is requested. */
  readonly isAutomatic: boolean;
  readonly labels: {
    readonly count: number;
    /** Labels that a fit would use: the newest, with a limited number per author. */
    readonly usable: number;
    readonly right: number;
    readonly sinceFit: number;
  };
  readonly needed: { readonly usable: number; readonly right: number; readonly wrong: number };
  /** Newest first. */
  readonly revisions: readonly StoredCalibration[];
}

/** The outcome of a refit. Only `fitted` and `withdrawn` change anything. */
export type RefitOutcome =
  | { readonly kind: 'fitted'; readonly calibration: StoredCalibration }
  /** The labels no longer support the calibration in force, and no other is better: a neutral one replaces it. */
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

/** Feedback whose better answer is now in a draft. */
export interface DraftedFeedback {
  readonly feedback: Feedback;
  /** Whether it replaced the answer of an existing pair. */
  readonly isReplaced: boolean;
}

/** Feedback and calibration. Null means "not found". Refusals reject with an `AppError`. */
export interface FeedbackOperations {
  /**
   * `isNew` is false if the same author had submitted the same feedback before: nothing changed. `isReplaced` is null if no
   * pair was drafted immediately.
   */
  submitFeedback(
    tenantId: TenantId,
    messageId: MessageId,
    given: SubmittedFeedback,
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
   * with `pack_conflict` if several do.
   */
  acceptProposal(
    tenantId: TenantId,
    feedbackId: FeedbackId,
    accepted: AcceptedProposal,
  ): Promise<DraftedFeedback | null>;
  dismissProposal(tenantId: TenantId, feedbackId: FeedbackId): Promise<Feedback | null>;
  /**
   * Who may see a new answer to these messages, because it may repeat what their answers were based on. Empty: everyone.
   * Null: unknown.
   */
  findAudience(tenantId: TenantId, messageIds: readonly MessageId[]): Promise<readonly string[] | null>;

  readCalibration(tenantId: TenantId): Promise<CalibrationState>;
  /** `createdBy` is null if the service itself refits. */
  refit(tenantId: TenantId, createdBy: CallerId | null): Promise<RefitOutcome>;
  /** Returns to the shipped model until a refit is requested. */
  resetCalibration(tenantId: TenantId, createdBy: CallerId): Promise<void>;
}
