import type { DrawId, PlannedLine, ScoredBy, StoredGuarantee } from '@avow/answering/guarantee';
import type { CallerId, MessageId, TenantId } from '@avow/foundation';

/** Answers that were drawn at random, to be checked by people. */
export interface AnswerDraw extends ScoredBy {
  readonly drawId: DrawId;
  readonly content: {
    readonly wrongMax: number;
    /** 1 for the first since a guarantee was put in force. */
    readonly attempt: number;
    readonly fromMs: number;
    readonly untilMs: number;
    /** Strictest first: settled before anything was drawn. */
    readonly lines: readonly PlannedLine[];
    /** The answers of that time: all, in the band `high`, and by score. */
    readonly answers: number;
    readonly high: number;
    readonly scores: readonly number[];
    /** How many were drawn, also if some are no longer stored. */
    readonly count: number;
    /** How many of them are above each line. */
    readonly drawnAbove: readonly number[];
  };
  readonly createdAtMs: number;
  readonly createdBy: CallerId;
}

/** One of them. */
export interface DrawnAnswer {
  readonly messageId: MessageId;
  readonly score: number;
  readonly band: string;
  /** In the order in which they are shown. */
  readonly position: number;
  readonly askedAtMs: number;
  /** Null: nobody has checked it. */
  readonly isRight: boolean | null;
}

/** Draws and guarantees. Every method takes the tenant first. */
export interface GuaranteeStore {
  currentGuarantee(tenantId: TenantId): Promise<StoredGuarantee | null>;
  /** Newest first. */
  listGuarantees(tenantId: TenantId, limit: number): Promise<StoredGuarantee[]>;
  currentDraw(tenantId: TenantId): Promise<AnswerDraw | null>;
  /** Draws after that time of which somebody has checked an answer. */
  countDraws(tenantId: TenantId, afterMs: number): Promise<number>;
  /** In the order drawn; those of which the whole record is gone are left out. */
  listDrawn(tenantId: TenantId, drawId: DrawId, limit: number): Promise<DrawnAnswer[]>;
  /** Checked answers of any draw that were asked from that time on, most recently asked first. */
  listChecked(tenantId: TenantId, askedFromMs: number, limit: number): Promise<DrawnAnswer[]>;
  putDraw(tenantId: TenantId, draw: AnswerDraw, drawn: readonly DrawnAnswer[]): Promise<void>;
  /** False: it is not an answer of that draw, or there is a newer one. */
  putCheck(
    tenantId: TenantId,
    check: {
      readonly drawId: DrawId;
      readonly messageId: MessageId;
      readonly isRight: boolean;
      readonly by: CallerId;
      readonly atMs: number;
    },
  ): Promise<boolean>;
  /** Its revision. */
  putGuarantee(tenantId: TenantId, guarantee: Omit<StoredGuarantee, 'revision'>): Promise<number>;
}
