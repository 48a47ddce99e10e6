import type { DecisionOutcome, ReviewFigures, ReviewReason, ReviewSourceEntry } from '@avow/contract/review';
import type { CallerId, MessageId, TenantId, UserId } from '@avow/foundation';
import type { ReaderGroups } from '../records/records.ts';
import type {
  Decision,
  DecisionFilter,
  DecisionPlace,
  ReviewNote,
  ReviewNotices,
  ReviewState,
} from './review-store.ts';

/** Who asks: what waits is counted, and decisions are listed, as far as they may read them. */
interface ReviewReader {
  readonly callerId: CallerId;
  readonly readableBy: ReaderGroups;
}

/** Null: the content of its record is gone. */
export interface DecisionWithContent extends Decision {
  readonly content: {
    readonly question: string;
    readonly answer: string | null;
    readonly reason: ReviewReason | null;
    readonly comment: string | null;
  } | null;
}

interface Assignment {
  readonly assignedTo: CallerId | null;
  readonly assignedAtMs: number | null;
}

/** What a person is sent by e-mail, and whether anything can be sent. */
export interface NoticesOfPerson extends ReviewNotices {
  readonly email: string;
  readonly canMail: boolean;
}

interface Reviewer {
  readonly userId: UserId;
  readonly name: string;
}

/** The work on answers pending review. Refusals are thrown as an `AppError`: `not_found`, `invalid_state`. */
export interface ReviewWork {
  /** After this time a pending review is overdue. */
  readonly overdueAfterMs: number;
  statesOf(
    tenantId: TenantId,
    messageIds: readonly MessageId[],
  ): Promise<ReadonlyMap<MessageId, ReviewState>>;
  assign(
    tenantId: TenantId,
    messageId: MessageId,
    options: {
      readonly to: CallerId | null;
      readonly expected?: CallerId | null;
      readonly by: CallerId;
    },
  ): Promise<Assignment>;
  listNotes(tenantId: TenantId, messageId: MessageId): Promise<readonly ReviewNote[]>;
  addNote(
    tenantId: TenantId,
    messageId: MessageId,
    written: { readonly text: string; readonly author: CallerId },
  ): Promise<ReviewNote>;
  readSources(
    tenantId: TenantId,
    messageId: MessageId,
    readableBy: ReaderGroups,
  ): Promise<readonly ReviewSourceEntry[]>;
  /** Newest first. */
  listDecisions(
    tenantId: TenantId,
    options: {
      readonly filter: DecisionFilter;
      readonly readableBy: ReaderGroups;
      readonly before: DecisionPlace | null;
      readonly limit: number;
    },
  ): Promise<readonly DecisionWithContent[]>;
  figures(tenantId: TenantId, reader: ReviewReader, days: number): Promise<ReviewFigures>;
  readNotices(tenantId: TenantId, userId: UserId): Promise<NoticesOfPerson>;
  setNotices(tenantId: TenantId, userId: UserId, notices: ReviewNotices): Promise<NoticesOfPerson>;
  /** People who may decide on reviews, by their names. */
  listReviewers(tenantId: TenantId): Promise<readonly Reviewer[]>;
}

/** The decisions of a period, counted by what became of the answers. */
export type OutcomeCounts = Readonly<Record<DecisionOutcome, number>>;
