import type { SupervisionLimits } from './open-inference-queue.ts';
import type { CallLimits } from './run-texts.ts';

const mebibyte = 1024 * 1024;

/** The limits of reading. */
export interface ReaderLimits extends SupervisionLimits, CallLimits {
  /** Of one text, in UTF-16 units. What is longer is read up to there. */
  readonly textUnitsMax: number;
  /** Of one passage or evidence: it is read up to there. */
  readonly textTokensMax: number;
  /** Windows, of all calls and of those of one owner. */
  readonly waitingMax: number;
  readonly ownerWaitingMax: number;
  /** Windows of a call that are read before it is another owner's turn: most calls are read whole. */
  readonly requestsPerTurn: number;
  /** A process that does not answer within this time is considered hung and is killed. */
  readonly hangMs: number;
  /** A process beyond those that stay is stopped after this idle time. */
  readonly furtherIdleMs: number;
}

export const readerLimits: ReaderLimits = {
  textsMax: 128,
  textUnitsMax: 100_000,
  textTokensMax: 2_048,
  callTokensMax: 65_536,
  waitingMax: 65_536,
  ownerWaitingMax: 8_192,
  requestsPerTurn: 8,
  // A window takes some 50 ms: one that takes so much longer is not merely waiting for a busy processor.
  hangMs: 20_000,
  furtherIdleMs: 300_000,
  startMs: 120_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  lossesMax: 5,
  residentBytesMax: 768 * mebibyte,
};
