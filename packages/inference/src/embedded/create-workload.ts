/** Tracks the remaining work of calls in progress, to decide whether one more can meet its deadline. */
export interface Workload {
  /** Null: the call could not meet its deadline and would only delay the others. */
  readonly enter: (call: {
    readonly tokens: number;
    readonly deadlineMs: number;
    readonly owner: string;
  }) => CallInProgress | null;
}

interface CallInProgress {
  readonly finish: (part: { readonly tokens: number; readonly durationMs: number }) => void;
  /** Ends the call; its remaining work is dropped. */
  readonly leave: () => void;
}

interface Entered {
  tokensLeft: number;
  readonly deadlineMs: number;
  readonly owner: string;
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
  const calls = new Set<Entered>();
  let msPerToken: number | null = null;

  return {
    enter: ({ tokens, deadlineMs, owner }) => {
      const all = tokensUntil(calls, { tokens, deadlineMs, owner });
      const neededMs = (all * (msPerToken ?? 0)) / options.processes;
      // A single call is always admitted: otherwise one slow measurement could reject all calls forever.
      if (calls.size > 0 && options.now() + neededMs > deadlineMs) return null;
      const entered = { tokensLeft: tokens, deadlineMs, owner };
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

/**
 * What is run until a new call is done: the calls of its owner with no later deadline, itself, and of each other owner as
 * much as of its own, since owners are served in turn.
 */
function tokensUntil(
  calls: ReadonlySet<Entered>,
  {
    tokens,
    deadlineMs,
    owner,
  }: { readonly tokens: number; readonly deadlineMs: number; readonly owner: string },
): number {
  let own = tokens;
  const others = new Map<string, number>();
  for (const call of calls) {
    if (call.owner !== owner) others.set(call.owner, (others.get(call.owner) ?? 0) + call.tokensLeft);
    else if (call.deadlineMs <= deadlineMs) own += call.tokensLeft;
  }
  return others.values().reduce((sum, left) => sum + Math.min(left, own), own);
}
