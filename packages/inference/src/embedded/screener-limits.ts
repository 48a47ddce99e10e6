import type { SupervisionLimits } from './open-inference-queue.ts';
import type { CallLimits } from './run-texts.ts';

const mebibyte = 1024 * 1024;

/** The limits of screening. */
export interface ScreenerLimits extends SupervisionLimits, CallLimits {
  /** Of one text, in UTF-16 units. With a longer one, a call gives null. */
  readonly textUnitsMax: number;
  /** Of one text. With a longer one, a call gives null. */
  readonly textWindowsMax: number;
  /** Windows, of all calls. */
  readonly waitingMax: number;
  /** A process that does not answer within this time is considered hung and is killed. */
  readonly hangMs: number;
}

export const screenerLimits: ScreenerLimits = {
  textsMax: 128,
  textUnitsMax: 40_000,
  textWindowsMax: 64,
  callTokensMax: 65_536,
  waitingMax: 1_024,
  hangMs: 5_000,
  startMs: 30_000,
  backoffMs: 250,
  backoffMsMax: 30_000,
  residentBytesMax: 512 * mebibyte,
};
