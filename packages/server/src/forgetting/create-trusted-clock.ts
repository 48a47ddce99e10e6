import type { ForgettingStore } from '../interfaces/forgetting-store.ts';

const dayMs = 86_400_000;

/** A clock that is wrong by less is believed: what is destroyed goes by so much too early at most. */
const toleranceMs = 7 * dayMs;

/** A clock may be set right only a while after the machine has started. By then nothing is to be noted of what it showed. */
const steadyMs = 10 * 60_000;
const jumpMaxMs = 60_000;

/** A service that is started again and again notes no more times than one that runs. */
const apartMs = 30 * 60_000;

/** Those of a week, and of a day by a clock that was wrong: once it is set right, those of before it are still there. */
const timesMax = (toleranceMs + dayMs) / apartMs;

export interface TrustedClockParts {
  readonly store: Pick<ForgettingStore, 'noteTime' | 'findNotedTime'>;
  readonly nowMs: () => number;
  /** By a clock that nobody can set. */
  readonly uptimeMs: () => number;
  /** Once, until the time is trusted again. `lastNotedMs`: when the service ran last, of the times that count. */
  readonly onDoubt: (lastNotedMs: number) => void;
}

export interface TrustedClock {
  /**
   * To be called for as long as the service runs, and every minute or so. Notes the time, where the clock has gone on for some
   * minutes as it should.
   */
  noteTime(): Promise<void>;
  /** Null while nothing bears out what the clock says. */
  trustedNowMs(): Promise<number | null>;
}

/**
 * The time, for what cannot be taken back. It is borne out where the service ran a day to a week before, by its own notes. What
 * it noted within the last day says nothing: by then a clock that is wrong has been noted as well, and whoever starts the
 * service again must not make it right. Where it stood still for longer, the clock is believed once it is a day older.
 */
export function createTrustedClock({ store, nowMs, uptimeMs, onDoubt }: TrustedClockParts): TrustedClock {
  let since = { nowMs: nowMs(), uptimeMs: uptimeMs() };
  let isTold = false;
  return {
    async noteTime() {
      const at = { nowMs: nowMs(), uptimeMs: uptimeMs() };
      const jumpMs = at.nowMs - since.nowMs - (at.uptimeMs - since.uptimeMs);
      if (Math.abs(jumpMs) > jumpMaxMs) since = at;
      if (at.uptimeMs - since.uptimeMs < steadyMs) return;
      await store.noteTime({ atMs: at.nowMs, apartMs, timesMax });
    },
    async trustedNowMs() {
      const atMs = nowMs();
      const lastNotedMs = await store.findNotedTime(atMs - dayMs);
      const isTrusted = lastNotedMs !== null && lastNotedMs >= atMs - toleranceMs;
      // In the first day of an installation nothing is due yet, and there is nothing to tell.
      const isDoubted = !isTrusted && lastNotedMs !== null;
      if (isDoubted && !isTold) onDoubt(lastNotedMs);
      isTold = isDoubted;
      return isTrusted ? atMs : null;
    },
  };
}
