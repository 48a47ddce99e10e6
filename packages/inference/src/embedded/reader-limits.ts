import type { SupervisionLimits } from './open-inference-queue.ts';
import type { CallLimits } from './run-texts.ts';

const mebibyte = 1024 * 1024;

/** The limits of reading. */
export interface ReaderLimits extends SupervisionLimits, CallLimits {
  /** Of one text, in UTF-16 units. What is longer is read up to there. */
  readonly textUnitsMax: number;
  /** Of one passage or evidence: it is read up to there. */
  readonly textTokensMax: number;
  /** Windows, of all calls. */
  readonly waitingMax: number;
  /** A process that does not answer within this time is considered hung and is killed. */
  readonly hangMs: number;
}

export const readerLimits: ReaderLimits = {
  textsMax: 128,
  textUnitsMax: 100_000,
  textTokensMax: 2_048,
  callTokensMax: 65_536,
  waitingMax: 1_024,
  hangMs: 5_000,
  startMs: 30_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  residentBytesMax: 768 * mebibyte,
};
