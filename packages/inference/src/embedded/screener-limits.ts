import type { SupervisionLimits } from './open-inference-queue.ts';
import type { CallLimits } from './run-texts.ts';

const mebibyte = 1024 * 1024;

/** The limits of screening. */
export interface ScreenerLimits extends SupervisionLimits, CallLimits {
  /** Of one text, in UTF-16 units. With a longer one, a call gives null. */
  readonly textUnitsMax: number;
  /** Of one text. With a longer one, a call gives null. */
  readonly textWindowsMax: number;
  /** Windows, of all calls and of those of one owner. With more, a call is refused. */
  readonly waitingMax: number;
  readonly ownerWaitingMax: number;
  /** A process that does not answer within this time is considered hung and is killed. */
  readonly hangMs: number;
  /** A process beyond those that stay is stopped after this idle time. */
  readonly furtherIdleMs: number;
}

export const screenerLimits: ScreenerLimits = {
  textsMax: 128,
  // The longest prompt that a service may be set to take is screened whole, whatever it is written in.
  textUnitsMax: 64_000,
  textWindowsMax: 512,
  callTokensMax: 262_144,
  waitingMax: 65_536,
  ownerWaitingMax: 8_192,
  // A window takes some 50 ms: one that takes so much longer is not merely waiting for a busy processor.
  hangMs: 20_000,
  furtherIdleMs: 300_000,
  startMs: 120_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  lossesMax: 5,
  residentBytesMax: 512 * mebibyte,
};
