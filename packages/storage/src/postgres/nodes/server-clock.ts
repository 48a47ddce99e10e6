import { type Clock, systemClock } from '@avow/foundation';

/** The clock of the database server, which all nodes have in common, kept by the monotonic clock of this process. */
export interface ServerClock extends Clock {
  /** Notes what the server said, between these times of the monotonic clock. */
  note(serverMs: number, asked: { readonly fromMs: number; readonly toMs: number }): void;
  /**
   * How far the clock of this machine is ahead of the server's, in milliseconds, negative if it is behind; without what the
   * answer may have taken. 0: nothing was noted yet.
   */
  readonly apartMs: number;
}

export function createServerClock(localClock: Clock = systemClock): ServerClock {
  /** Ahead of the monotonic clock. */
  let aheadMs = performance.timeOrigin;
  let apartMs = 0;
  return {
    nowMs: () => Math.round(performance.now() + aheadMs),
    note(serverMs, { fromMs, toMs }) {
      aheadMs = serverMs - (fromMs + toMs) / 2;
      const foundMs = localClock.nowMs() - (performance.now() + aheadMs);
      apartMs = Math.sign(foundMs) * Math.max(0, Math.abs(foundMs) - (toMs - fromMs) / 2);
    },
    get apartMs() {
      return apartMs;
    },
  };
}
