/** What calls in progress still have to do, and so whether one more can be done in its time. */
export interface Workload {
  /** Null where the call could not be done in its time: begun, it would only keep others from theirs. */
  readonly enter: (call: { readonly tokens: number; readonly deadlineMs: number }) => CallInProgress | null;
}

interface CallInProgress {
  readonly finish: (part: { readonly tokens: number; readonly durationMs: number }) => void;
  /** Whatever it has not done is not going to be done. */
  readonly leave: () => void;
}

/** How much the newest time tells of the next one. */
const newestWeight = 0.2;

/**
 * Learns from each part how long a token takes. Where more is asked than can be done, calls that wait until they have too
 * little time left, and are begun all the same, would leave none that is done: so they are turned away when they come.
 */
export function createWorkload(options: {
  /** That share the work. */
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
      // A call that is alone is always let in: else one slow moment could keep all out, and nothing more be learned.
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
