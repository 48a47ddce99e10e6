import type { CallerId } from '@avow/foundation';
import type { DriftCause } from './find-drift.ts';

/** The line of a guarantee, and what it was shown by. */
interface LineInForce {
  /** The band `high` begins here. */
  readonly line: number;
  /** At most this share of the answers in the band is wrong. */
  readonly wrongMax: number;
  readonly level: number;
  /** Checked answers above the line, and how many of them were not found right. */
  readonly answers: number;
  readonly wrong: number;
  readonly wrongAtMost: number;
}

/** What answers are scored and recorded with while it is in force. */
export interface GuaranteeInForce extends LineInForce {
  readonly sinceMs: number;
}

export type DrawId = `drw_${string}`;

/** What scores: the shipped model, and the revision of the tenant's calibration, if any. */
export interface ScoredBy {
  readonly model: string;
  readonly calibration: number | null;
}

/** What came into force, or ended, for a tenant. */
export interface StoredGuarantee extends ScoredBy {
  /** 1 for the first of a tenant, and one more for each after it. */
  readonly revision: number;
  readonly state: 'in_force' | 'lapsed' | 'ended';
  /** Why it lapsed; null otherwise. */
  readonly cause: DriftCause | 'scores_changed' | null;
  /** The draw that it was shown by, or that the ended one was. */
  readonly drawId: DrawId;
  readonly content: LineInForce & {
    /** When the answers were asked that were drawn from. */
    readonly fromMs: number;
    readonly untilMs: number;
    /** Answers of that time by score, in tenths; and those in the band `high` before, and with the line. */
    readonly scores: readonly number[];
    readonly highBefore: number;
    readonly highAfter: number;
  };
  readonly createdAtMs: number;
  /** Who decided it; null: the service by itself. */
  readonly createdBy: CallerId | null;
}

/** Whether it was put in force, nothing has ended it, and it is about the scores that are given now. */
export function isInForce({ state, model, calibration }: StoredGuarantee, by: ScoredBy): boolean {
  return state === 'in_force' && model === by.model && calibration === by.calibration;
}
