import type { RetentionStore } from './retention-store.ts';

const dayMs = 86_400_000;

/** A clock that is wrong by less is trusted: nothing is destroyed earlier than by this much. */
const toleranceMs = 7 * dayMs;

/** A clock may be corrected only some time after boot. Until then its time is not recorded. */
const steadyMs = 10 * 60_000;
const jumpMaxMs = 60_000;

/** A service that restarts repeatedly records no more times than one that keeps running. */
const apartMs = 30 * 60_000;

/** A week of times, and a day of a wrong clock: once it is corrected, the earlier times are still there. */
const timesMax = (toleranceMs + dayMs) / apartMs;

export interface TrustedClockOptions {
  readonly store: Pick<RetentionStore, 'recordTime' | 'findRecordedTime'>;
  readonly nowMs: () => number;
  /** By a monotonic clock. */
  readonly uptimeMs: () => number;
  /** Called once, until the time is trusted again. `lastRecordedMs`: the last recorded time that counts. */
  readonly onDoubt: (lastRecordedMs: number) => void;
}

export interface TrustedClock {
  /**
   * To be called about every minute while the service runs. Records the time if the clock has advanced steadily for some
   * minutes.
   */
  recordTime(): Promise<void>;
  /** Null while nothing supports the time of the clock. */
  trustedNowMs(): Promise<number | null>;
  /** Whether the clock says that the service did not run for a week or more, and may be wrong. */
  isDoubted(): Promise<boolean>;
}

/**
 * The time, for irreversible operations. It is trusted if the service recorded a time one to seven days earlier. Times of
 * the last day do not count, because a wrong clock would have recorded them as well, and a restart must not make it
 * trusted. After a longer outage, the clock is trusted once it is a day older.
 */
export function createTrustedClock({ store, nowMs, uptimeMs, onDoubt }: TrustedClockOptions): TrustedClock {
  let since = { nowMs: nowMs(), uptimeMs: uptimeMs() };
  let isReported = false;
  async function judge() {
    const atMs = nowMs();
    const lastRecordedMs = await store.findRecordedTime(atMs - dayMs);
    const isTrusted = lastRecordedMs !== null && lastRecordedMs >= atMs - toleranceMs;
    // On the first day of an installation nothing is due yet, and there is nothing to report.
    return { atMs, isTrusted, doubtedSinceMs: isTrusted ? null : lastRecordedMs };
  }
  return {
    async recordTime() {
      const at = { nowMs: nowMs(), uptimeMs: uptimeMs() };
      const jumpMs = at.nowMs - since.nowMs - (at.uptimeMs - since.uptimeMs);
      if (Math.abs(jumpMs) > jumpMaxMs) since = at;
      if (at.uptimeMs - since.uptimeMs < steadyMs) return;
      await store.recordTime({ atMs: at.nowMs, apartMs, timesMax });
    },
    async trustedNowMs() {
      const { atMs, isTrusted, doubtedSinceMs } = await judge();
      if (doubtedSinceMs !== null && !isReported) onDoubt(doubtedSinceMs);
      isReported = doubtedSinceMs !== null;
      return isTrusted ? atMs : null;
    },
    isDoubted: async () => (await judge()).doubtedSinceMs !== null,
  };
}
