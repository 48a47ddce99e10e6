import {
  type CalibrationId,
  calibrationNeeds,
  chooseExamples,
  type ProposedCalibration,
  type StoredCalibration,
} from '@avow/answering/score';
import type { FeedbackReason, FeedbackVerdict } from '@avow/contract/feedback';
import type { ThresholdName } from '@avow/contract/guardrails';
import type { CallerId, MessageId, TenantId } from '@avow/foundation';
import type { BlocksByThreshold } from '@avow/guardrails/policies';
import type { ReaderGroups } from '../records/records.ts';
import type {
  Feedback,
  FeedbackFilter,
  FeedbackId,
  FeedbackInContext,
  FeedbackStore,
} from './feedback-store.ts';
import { buildExamples } from './labels/build-examples.ts';

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
  /** Whether it is from a visitor with a publishable key, who is nobody that the tenant knows. */
  readonly isFromVisitor: boolean;
  /** Whether a better answer for a named pack goes into its draft immediately. */
  readonly mayManageContent: boolean;
}

/** Overrides for the pair that is composed from a message and its feedback. */
export interface AcceptedProposal {
  readonly packId?: string;
  /** The pair of the draft that gets the answer. Without it: the one that has the question, or a new one. */
  readonly curatedId?: string;
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
  /** Whether the service refits automatically: not after a reset or a revert, until a proposal is accepted. */
  readonly isAutomatic: boolean;
  /** Null: nothing is proposed. */
  readonly proposal: ShownProposal | null;
  readonly labels: {
    readonly count: number;
    /** Of them; they are never used. */
    readonly visitors: number;
    /** Labels that a fit would use: the newest that count, with a limited number per author. */
    readonly usable: number;
    readonly right: number;
    readonly sinceFit: number;
  };
  readonly needed: { readonly usable: number; readonly right: number; readonly wrong: number };
  /** Newest first. */
  readonly revisions: readonly StoredCalibration[];
}

/** A proposal with what it would change. */
export interface ShownProposal extends ProposedCalibration {
  /** No score would change by more. */
  readonly largestChange: number;
  /** When the service applies it by itself; null: it waits for a person. */
  readonly appliesAtMs: number | null;
  /** Of recent answers, before caps. */
  readonly scores: ReadonlyArray<{
    readonly messageId: MessageId;
    readonly before: number;
    readonly after: number;
  }>;
}

/** The outcome of a refit. None changes a score: only `proposed` may lead to a change. */
export type RefitOutcome =
  | { readonly kind: 'proposed'; readonly proposed: ProposedCalibration }
  /** What is in force fits the labels already. */
  | { readonly kind: 'fitted'; readonly calibration: StoredCalibration }
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
    filter: FeedbackFilter,
    page: { readonly before: FeedbackId | null; readonly limit: number },
  ): Promise<FeedbackInContext[]>;
  /**
   * Puts the better answer, or the answer given for feedback without one, into the draft of a pack: as a new pair, or into the one that answers the question there. Rejects
   * with `pack_conflict` if several do.
   */
  acceptProposal(
    tenantId: TenantId,
    feedbackId: FeedbackId,
    accepted: AcceptedProposal & { readonly readableBy: ReaderGroups },
  ): Promise<DraftedFeedback | null>;
  dismissProposal(
    tenantId: TenantId,
    feedbackId: FeedbackId,
    by: { readonly readableBy: ReaderGroups },
  ): Promise<Feedback | null>;
  /**
   * Who may see a new answer to these messages, because it may repeat what their answers were based on. Empty: everyone.
   * Null: unknown.
   */
  findAudience(tenantId: TenantId, messageIds: readonly MessageId[]): Promise<readonly string[] | null>;

  readCalibration(tenantId: TenantId): Promise<CalibrationState>;
  /** `createdBy` is null if the service itself refits. */
  refit(tenantId: TenantId, createdBy: CallerId | null): Promise<RefitOutcome>;
  /** Applies the proposal if the service may by itself, by now. False: nothing was changed. */
  applyDueProposal(tenantId: TenantId): Promise<boolean>;
  /** Reject with `invalid_state` if another proposal is there, or none. */
  acceptCalibration(tenantId: TenantId, proposalId: CalibrationId, by: CallerId): Promise<void>;
  dismissCalibration(tenantId: TenantId, proposalId: CalibrationId, by: CallerId): Promise<void>;
  /**
   * Restores a revision, as a new one; 0: the shipped model; null: the one before the newest. Rejects with `invalid_state` if
   * there is no such revision, or it is of another model.
   */
  revertCalibration(tenantId: TenantId, revision: number | null, by: CallerId): Promise<void>;
  /** Returns to the shipped model until a proposal is accepted. */
  resetCalibration(tenantId: TenantId, createdBy: CallerId): Promise<void>;
}

/**
 * What people said of prompts that were blocked since that time, by the threshold that they reached. As with the labels of
 * answers, visitors have no say, a message counts once, and no end user has more than a fifth of what counts for a threshold.
 */
export async function countBlocks(
  store: Pick<FeedbackStore, 'listBlockLabels'>,
  tenantId: TenantId,
  askedFromMs: number,
): Promise<BlocksByThreshold> {
  const labels = await store.listBlockLabels(tenantId, askedFromMs, calibrationNeeds.examplesMax);
  const blocks: { [Name in ThresholdName]?: NonNullable<BlocksByThreshold[Name]> } = {};
  for (const [threshold, its] of Map.groupBy(buildExamples(labels), (label) => label.threshold)) {
    const counting = chooseExamples(its);
    const right = counting.filter(({ isRight }) => isRight).length;
    blocks[threshold] = {
      ...{ wrong: counting.length - right, right },
      authorCount: new Set(counting.map(({ author }) => author)).size,
      keyCount: new Set(counting.map(({ callerId }) => callerId)).size,
    };
  }
  return blocks;
}
