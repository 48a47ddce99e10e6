import { quantile } from '@avow/foundation/statistics';

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

/** Of so many parts the time per token is remembered, and their median counts: a cold start or a pause of the machine does not. */
const partsKept = 31;
/** With fewer, nothing is known. */
const partsMin = 8;
/** While a call has more time left than this, it waits for its turn whatever the estimate says. */
const nearMs = 5_000;

/**
 * Estimates the time per token from the parts that were finished last. Calls that begin too late to meet a deadline that is
 * near would keep every call from finishing, so they are rejected on arrival. One that has time is never rejected: the
 * machine may be free again sooner than it looks.
 */
export function createWorkload(options: {
  /** The number of processes that share the work. */
  readonly processes: number;
  readonly now: () => number;
}): Workload {
  const calls = new Set<Entered>();
  const msPerToken: number[] = [];

  /** Null: not known yet. */
  function estimate(): number | null {
    if (msPerToken.length < partsMin) return null;
    return quantile(
      msPerToken.toSorted((one, other) => one - other),
      0.5,
    );
  }

  function isHopeless(call: {
    readonly tokens: number;
    readonly deadlineMs: number;
    readonly owner: string;
  }) {
    // A single call is always admitted: otherwise one slow measurement could reject all calls forever.
    const leftMs = call.deadlineMs - options.now();
    if (calls.size === 0 || leftMs > nearMs) return false;
    const perToken = estimate();
    return perToken !== null && (tokensUntil(calls, call) * perToken) / options.processes > leftMs;
  }

  return {
    enter: (call) => {
      if (isHopeless(call)) return null;
      const entered = { tokensLeft: call.tokens, deadlineMs: call.deadlineMs, owner: call.owner };
      calls.add(entered);
      return {
        finish: (part) => {
          entered.tokensLeft -= part.tokens;
          msPerToken.push(part.durationMs / part.tokens);
          if (msPerToken.length > partsKept) msPerToken.shift();
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
