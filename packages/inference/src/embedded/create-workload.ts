/** Tracks the remaining work of calls in progress, to decide whether one more can meet its deadline. */
export interface Workload {
  /** Null: the call could not meet its deadline and would only delay the others. */
  readonly enter: (call: { readonly tokens: number; readonly deadlineMs: number }) => CallInProgress | null;
}

interface CallInProgress {
  readonly finish: (part: { readonly tokens: number; readonly durationMs: number }) => void;
  /** Ends the call; its remaining work is dropped. */
  readonly leave: () => void;
}

/** The weight of the newest measurement in the moving average. */
const newestWeight = 0.2;

/**
 * Estimates the time per token from each finished part. Under overload, calls that start too late to meet their deadline
 * would keep every call from finishing, so they are rejected on arrival.
 */
export function createWorkload(options: {
  /** The number of processes that share the work. */
  readonly processes: number;
  readonly now: () => number;
}): Workload {
  const calls = new Set<{ tokensLeft: number; readonly deadlineMs: number }>();
  let msPerToken: number | null = null;

  return {
    enter: ({ tokens, deadlineMs }) => {
      let ahead = 0;
      for (const call of calls) if (call.deadlineMs <= deadlineMs) ahead += call.tokensLeft;
      const neededMs = ((ahead + tokens) * (msPerToken ?? 0)) / options.processes;
      // A single call is always admitted: otherwise one slow measurement could reject all calls forever.
      if (calls.size > 0 && options.now() + neededMs > deadlineMs) return null;
      const entered = { tokensLeft: tokens, deadlineMs };
      calls.add(entered);
      return {
        finish: (part) => {
          entered.tokensLeft -= part.tokens;
          const newest = part.durationMs / part.tokens;
          msPerToken = msPerToken === null ? newest : msPerToken + (newest - msPerToken) * newestWeight;
        },
        leave: () => {
          calls.delete(entered);
        },
      };
    },
  };
}
