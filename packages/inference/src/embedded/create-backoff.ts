export interface Backoff {
  /** Counts a failure and returns the time until the next attempt. */
  readonly fail: () => number;
  /** Resets the count of failures, and ends the delay. */
  readonly succeed: () => void;
  readonly isOver: () => boolean;
  readonly failuresInRow: () => number;
}

/**
 * The first failure is retried at once, because most are transient. From the second in a row on there is a delay, which
 * doubles each time.
 */
export function createBackoff(options: {
  readonly firstMs: number;
  readonly maxMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}): Backoff {
  let failuresInRow = 0;
  let until = Number.NEGATIVE_INFINITY;
  return {
    fail: () => {
      failuresInRow += 1;
      const waitMs =
        failuresInRow < 2 ? 0 : Math.min(options.maxMs, options.firstMs * 2 ** (failuresInRow - 2));
      until = options.now() + waitMs;
      return waitMs;
    },
    succeed: () => {
      failuresInRow = 0;
      until = Number.NEGATIVE_INFINITY;
    },
    isOver: () => options.now() >= until,
    failuresInRow: () => failuresInRow,
  };
}
