import type { SupervisionLimits } from './open-inference-queue.ts';

const mebibyte = 1024 * 1024;

/** The limits of encoding. */
export interface EncoderLimits extends SupervisionLimits {
  /** Of one text, in UTF-16 units. The model reads the first `tokens_max` tokens of it. */
  readonly textUnitsMax: number;
  /** Of one call. */
  readonly passagesMax: number;
  /** Queued questions, of all owners and of one. */
  readonly questionsWaitingMax: number;
  readonly ownerQuestionsWaitingMax: number;
  /** The limit of queued calls for passages, of all owners and of one. */
  readonly passageCallsWaitingMax: number;
  readonly ownerPassageCallsWaitingMax: number;
  /** Passages per batch: a timeout or a crash repeats this much work. */
  readonly passagesPerRequest: number;
  /** A process that does not answer within this time is considered hung and is killed. */
  readonly questionHangMs: number;
  readonly passagesHangMs: number;
  /** The process for passages is stopped after this idle time. */
  readonly passagesIdleMs: number;
}

export const encoderLimits: EncoderLimits = {
  textUnitsMax: 100_000,
  passagesMax: 10_000,
  questionsWaitingMax: 8_192,
  ownerQuestionsWaitingMax: 1_024,
  passageCallsWaitingMax: 256,
  ownerPassageCallsWaitingMax: 32,
  passagesPerRequest: 8,
  startMs: 120_000,
  // A question takes some 10 ms: one that takes so much longer is not merely waiting for a busy processor.
  questionHangMs: 20_000,
  passagesHangMs: 60_000,
  passagesIdleMs: 60_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  lossesMax: 5,
  residentBytesMax: 1_024 * mebibyte,
};
