import type { FeedbackReason, FeedbackVerdict } from '@avow/contract';
import type { CalibrationFit, Evidence } from './confidence.ts';
import type { CuratedId, KeyId, MessageId, PackId, TenantId } from './identity.ts';

export type FeedbackId = `fbk_${string}`;

/** What became of a better answer that came with feedback. `none`: none came. */
export type ProposalState = 'none' | 'proposed' | 'drafted' | 'dismissed';

/** What somebody said of an answer. The words are as the tenant's policy lets them be stored. */
export interface Feedback {
  readonly feedbackId: FeedbackId;
  readonly messageId: MessageId;
  readonly verdict: FeedbackVerdict;
  readonly reason: FeedbackReason | null;
  readonly comment: string | null;
  readonly betterAnswer: string | null;
  readonly proposal: {
    readonly state: ProposalState;
    readonly packId: PackId | null;
    /** The pair in the draft that has it for its answer, or is begun to. */
    readonly curatedId: CuratedId | null;
  };
  /** The end user where one was named, else the key. What the same author says again replaces what they said. */
  readonly author: string;
  readonly endUserId: string | null;
  readonly keyId: KeyId;
  readonly createdAtMs: number;
}

/** An answer of which it is known whether it was right. One for each message and author; the last word counts. */
export interface Label {
  readonly messageId: MessageId;
  readonly origin: 'feedback' | 'review';
  /** As that of the feedback. Of an end user it may come back with what stands for them in place of their name. */
  readonly author: string;
  readonly isRight: boolean;
  readonly evidence: Evidence;
  /** As the answer was given. */
  readonly score: number;
  readonly band: string;
  /** When the question was asked. */
  readonly askedAtMs: number;
  readonly labelledAtMs: number;
}

export interface StoredCalibration {
  /** 1 for the first of a tenant, and one more for each after it. */
  readonly revision: number;
  /** The model that ships, whose logits it was fitted on. It holds for no other. */
  readonly model: string;
  /** Null: from here on the model that ships, as it is. */
  readonly fit: CalibrationFit | null;
  readonly createdAtMs: number;
  /** The key that asked for it; null: the service by itself, or the command line. */
  readonly createdBy: KeyId | null;
}

/** Feedback, labels and what is learnt from them. Every method names the tenant first. */
export interface LearningStore {
  /**
   * Keeps feedback and, where one came of it, its label, in one commit. What the same author said of the message before is
   * replaced. `too_many`: so many authors have spoken of this message already, and nothing was kept. `held`: a hold keeps what
   * the author said of it before. `unknown`: no such message.
   */
  putFeedback(
    tenantId: TenantId,
    feedback: Feedback,
    also: { readonly label: Label | null; readonly perMessageMax: number },
  ): Promise<'kept' | 'too_many' | 'held' | 'unknown'>;
  getFeedback(tenantId: TenantId, feedbackId: FeedbackId): Promise<Feedback | null>;
  listFeedbackOf(tenantId: TenantId, messageId: MessageId): Promise<Feedback[]>;
  /** Newest first. */
  listFeedback(
    tenantId: TenantId,
    filter: { readonly verdict?: FeedbackVerdict; readonly proposal?: ProposalState },
    page: { readonly before: FeedbackId | null; readonly limit: number },
  ): Promise<Feedback[]>;
  /** Only from `from`; false where it is in another state, and nothing changed. */
  settleProposal(
    tenantId: TenantId,
    feedbackId: FeedbackId,
    change: { readonly from: ProposalState; readonly to: Feedback['proposal'] },
  ): Promise<boolean>;
  /**
   * Notes with its message that a pair is about to have words of this feedback, so that whoever erases either is told of the
   * pair. False: its proposal is not open any more, and nothing was noted.
   */
  notePair(tenantId: TenantId, feedbackId: FeedbackId, curatedId: CuratedId): Promise<boolean>;

  /** Newest labels first; `askedFromMs` inclusive, `askedBeforeMs` exclusive. */
  listLabels(
    tenantId: TenantId,
    filter: { readonly askedFromMs?: number; readonly askedBeforeMs?: number },
    limit: number,
  ): Promise<Label[]>;
  /** How many there are, and how many came after that time. */
  countLabels(tenantId: TenantId, sinceMs: number): Promise<{ readonly all: number; readonly since: number }>;

  currentCalibration(tenantId: TenantId): Promise<StoredCalibration | null>;
  /** Newest first. */
  listCalibrations(tenantId: TenantId, limit: number): Promise<StoredCalibration[]>;
  /** Its revision. */
  putCalibration(tenantId: TenantId, calibration: Omit<StoredCalibration, 'revision'>): Promise<number>;
}
