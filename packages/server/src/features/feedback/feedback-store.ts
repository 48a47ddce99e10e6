import type { CalibrationId, ProposedCalibration, StoredCalibration } from '@avow/answering/score';
import type { FeedbackReason, FeedbackVerdict } from '@avow/contract/feedback';
import type { CallerId, CuratedId, MessageId, PackId, TenantId } from '@avow/foundation';
import type { Label } from '../records/record-store.ts';
import type { ReaderGroups } from '../records/records.ts';
import type { BlockLabel } from './block-label.ts';
import type { GuaranteeStore } from './guarantee/guarantee-store.ts';

export type FeedbackId = `fbk_${string}`;

/** The state of a better answer that came with feedback. `none`: there is no better answer, and nobody dismissed it. */
type ProposalState = 'none' | 'proposed' | 'drafted' | 'dismissed';

/** Feedback on an answer. Its texts are stored as the tenant's policy allows. */
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
    /** The pair in the draft with this answer, possibly unfinished. */
    readonly curatedId: CuratedId | null;
  };
  /** The end user if one was named, otherwise the key. New feedback of the same author replaces the previous one. */
  readonly author: string;
  readonly endUserId: string | null;
  readonly callerId: CallerId;
  /** Whether it is from a visitor with a publishable key. */
  readonly isFromVisitor: boolean;
  readonly createdAtMs: number;
}

export interface FeedbackFilter {
  /** Feedback on messages that others may see is left out. */
  readonly readableBy: ReaderGroups;
  readonly verdict?: FeedbackVerdict;
  readonly proposal?: ProposalState;
  /** Whether somebody still has to decide about it; not together with `proposal`. */
  readonly state?: 'open' | 'done';
}

/** Feedback with what it is about, as far as that is stored. */
export interface FeedbackInContext extends Feedback {
  readonly question: string | null;
  readonly answer: string | null;
  /** What the answer cites, each once. */
  readonly cited: readonly { readonly packId: PackId; readonly documentId: string }[];
}

/** Feedback, labels, calibrations and guarantees. Every method takes the tenant first. */
export interface FeedbackStore extends GuaranteeStore {
  /**
   * Stores feedback and its label, if any, in one commit, replacing the same author's previous feedback on the message.
   * `too_many`: the message already has feedback from the maximum number of authors, and nothing was stored. `held`: the
   * previous feedback is under legal hold. `unknown`: no such message.
   */
  putFeedback(
    tenantId: TenantId,
    feedback: Feedback,
    also: { readonly label: Label | BlockLabel | null; readonly perMessageMax: number },
  ): Promise<'kept' | 'too_many' | 'under_hold' | 'unknown'>;
  getFeedback(tenantId: TenantId, feedbackId: FeedbackId): Promise<Feedback | null>;
  listFeedbackOf(tenantId: TenantId, messageId: MessageId): Promise<Feedback[]>;
  /** Newest first. */
  listFeedback(
    tenantId: TenantId,
    filter: FeedbackFilter,
    page: { readonly before: FeedbackId | null; readonly limit: number },
  ): Promise<Feedback[]>;
  /** Feedback that waits for somebody, newest first, by the messages that it is about. */
  listOpenFeedback(
    tenantId: TenantId,
    limit: number,
  ): Promise<ReadonlyArray<{ readonly feedbackId: FeedbackId; readonly messageId: MessageId }>>;
  /** How much feedback waits for somebody; at most `max`. */
  countOpenFeedback(
    tenantId: TenantId,
    { readableBy, max }: { readonly readableBy: ReaderGroups; readonly max: number },
  ): Promise<number>;
  /** Changes the state only from `from`; false, changing nothing, if it is in another state. */
  settleProposal(
    tenantId: TenantId,
    feedbackId: FeedbackId,
    change: { readonly from: ProposalState; readonly to: Feedback['proposal'] },
  ): Promise<boolean>;
  /**
   * Notes with the message that a pair will contain text of this feedback, so that an erasure of either reports the pair.
   * False: its proposal is no longer open, and nothing was noted.
   */
  notePair(tenantId: TenantId, feedbackId: FeedbackId, curatedId: CuratedId): Promise<boolean>;

  /** Of prompts that were blocked since that time, those that count, newest first. */
  listBlockLabels(tenantId: TenantId, askedFromMs: number, limit: number): Promise<BlockLabel[]>;
  /** Newest labels of answers first; `askedFromMs` inclusive, `askedBeforeMs` exclusive. */
  listLabels(
    tenantId: TenantId,
    filter: {
      /** Those that count, those of visitors, all others, or all, which is the default. */
      readonly selection?: 'counted' | 'visitors' | 'others' | 'all';
      readonly askedFromMs?: number;
      readonly askedBeforeMs?: number;
    },
    limit: number,
  ): Promise<Label[]>;
  /** The number of labels of answers, of those from visitors, and of those that count and were given after that time. */
  countLabels(
    tenantId: TenantId,
    sinceMs: number,
  ): Promise<{ readonly all: number; readonly visitors: number; readonly since: number }>;

  currentCalibration(tenantId: TenantId): Promise<StoredCalibration | null>;
  /** Newest first. */
  listCalibrations(tenantId: TenantId, limit: number): Promise<StoredCalibration[]>;
  /** The newest that a person has put in force; null: none. */
  lastAcceptedCalibration(tenantId: TenantId): Promise<StoredCalibration | null>;
  /**
   * Puts a calibration in force and returns its revision. Null, changing nothing: the proposal that it comes from is not there
   * any more. Any proposal is removed.
   */
  putCalibration(
    tenantId: TenantId,
    calibration: Omit<StoredCalibration, 'revision'>,
    proposalId?: CalibrationId,
  ): Promise<number | null>;

  /** Null: nothing is proposed. */
  getCalibrationProposal(tenantId: TenantId): Promise<ProposedCalibration | null>;
  /** Replaces the one that is there. */
  putCalibrationProposal(tenantId: TenantId, proposed: ProposedCalibration): Promise<void>;
  /** False: it is not there any more. */
  dropCalibrationProposal(
    tenantId: TenantId,
    proposalId: CalibrationId,
    by: { readonly actor: CallerId | null; readonly atMs: number },
  ): Promise<boolean>;
}
