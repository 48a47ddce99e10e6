import type { SupervisionLimits } from './open-model-lane.ts';

const mebibyte = 1024 * 1024;

/** What encoding may cost. */
export interface EncoderLimits extends SupervisionLimits {
  /** Of one text, in UTF-16 units. The model reads the first `tokens_max` tokens of it. */
  readonly textUnitsMax: number;
  /** Of one call. */
  readonly passagesMax: number;
  readonly questionsWaitingMax: number;
  /** Calls for passages that wait for one another. */
  readonly passageCallsWaitingMax: number;
  /** Passages that the process is handed at a time: what a time-out or a crash makes it do again. */
  readonly passagesPerRequest: number;
  /** After it a process that has not answered is taken to hang, and ended. */
  readonly questionHangMs: number;
  readonly passagesHangMs: number;
  /** The process for passages is ended when nothing was asked of it for so long. */
  readonly passagesIdleMs: number;
}

export const encoderLimits: EncoderLimits = {
  textUnitsMax: 100_000,
  passagesMax: 10_000,
  questionsWaitingMax: 256,
  passageCallsWaitingMax: 64,
  passagesPerRequest: 8,
  startMs: 30_000,
  questionHangMs: 5_000,
  passagesHangMs: 60_000,
  passagesIdleMs: 60_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  residentBytesMax: 1_024 * mebibyte,
};
