export interface Backoff {
  /** Counts a failure. Gives the time until it may be tried again. */
  readonly fail: () => number;
  /** The next failure is the first again. */
  readonly succeed: () => void;
  readonly isOver: () => boolean;
}

/**
 * The first failure is made good at once, since most are by chance. From the second in a row on there is a wait, which
 * doubles each time.
 */
export function createBackoff(options: {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Milliseconds that only go up. */
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
    },
    isOver: () => options.now() >= until,
  };
}
