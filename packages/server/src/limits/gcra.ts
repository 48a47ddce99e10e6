/** A rate in requests per minute, with a burst. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

export interface RateState {
  /** How many more are allowed now. */
  readonly remaining: number;
  /** Until the whole burst is free again. */
  readonly resetMs: number;
}

export interface RateDecision extends RateState {
  readonly allowed: boolean;
  /** Until one is allowed; 0: one is allowed now. */
  readonly retryAfterMs: number;
  /** The theoretical arrival time to keep. */
  readonly tatMs: number;
}

/**
 * The generic cell rate algorithm: one number of state, the time at which the bucket would be empty.
 * `tatMs` is the previous value of that number, or 0.
 */
export function decideRate(rate: Rate, tatMs: number, nowMs: number): RateDecision {
  const intervalMs = 60_000 / rate.perMinute;
  const toleranceMs = intervalMs * rate.burst;
  // It is never further ahead than the burst unless the clock was set back, in which case nobody has to wait for the clock to catch up.
  const keptTatMs = Math.min(tatMs, nowMs + toleranceMs);
  const base = Math.max(keptTatMs, nowMs);
  const next = base + intervalMs;
  // A small tolerance, because sums of fractional intervals drift.
  const allowed = next - nowMs <= toleranceMs + 1e-6;
  const kept = allowed ? next : keptTatMs;
  return {
    allowed,
    ...stateAt(rate, kept, nowMs),
    retryAfterMs: allowed ? 0 : Math.max(1, next - nowMs - toleranceMs),
    tatMs: kept,
  };
}

function stateAt(rate: Rate, tatMs: number, nowMs: number): RateState {
  const intervalMs = 60_000 / rate.perMinute;
  const toleranceMs = intervalMs * rate.burst;
  const usedMs = Math.min(toleranceMs, Math.max(0, tatMs - nowMs));
  return { remaining: Math.max(0, Math.floor((toleranceMs - usedMs) / intervalMs + 1e-6)), resetMs: usedMs };
}

export interface RateLimiter {
  readonly rate: Rate;
  take(name: string, nowMs: number): RateDecision;
  /** What is left, without taking any. */
  look(name: string, nowMs: number): RateState;
  /** What was taken since the last call, in milliseconds of the rate, if it is shared with other processes. */
  takeUsed(): ReadonlyMap<string, number>;
  /** Sets the theoretical arrival time to that of all processes; what was taken here since then is added. */
  adjust(name: string, tatMs: number): void;
}

const namesKeptMax = 100_000;
/** Scanning the whole table takes milliseconds, so it happens at most once in this time, however many new names arrive. */
const sweepEveryMs = 1_000;
/** Times that differ by less come from requests that overtake each other; more means that the clock was set back. */
const clockStepMs = 1_000;
/** The share of a full table that is evicted, so that the next names find room. */
const evictedPart = 0.1;

/** Limits by name (a key's id, an address). Expired names are evicted, so memory stays bounded. */
export function createRateLimiter(
  rate: Rate,
  {
    namesMax = namesKeptMax,
    isShared = false,
  }: { readonly namesMax?: number; readonly isShared?: boolean } = {},
): RateLimiter {
  /** In the order in which they were last used. */
  const tats = new Map<string, number>();
  let used = new Map<string, number>();
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  let latestMs = Number.NEGATIVE_INFINITY;

  /** What was used stays used, and nobody waits for a clock that was set back to catch up. */
  function followClock(nowMs: number): void {
    const backMs = latestMs - nowMs;
    if (backMs > clockStepMs) {
      for (const [name, tatMs] of tats) tats.set(name, tatMs - backMs);
      sweptAtMs -= backMs;
      latestMs = nowMs;
    } else latestMs = Math.max(latestMs, nowMs);
  }

  function makeRoom(nowMs: number): void {
    if (nowMs - sweptAtMs >= sweepEveryMs) {
      sweptAtMs = nowMs;
      for (const [name, tatMs] of tats) if (tatMs <= nowMs) tats.delete(name);
    }
    if (tats.size < namesMax) return;
    // All of them are busy: the least recently used are evicted, which can only allow them more.
    let evictions = Math.max(1, Math.floor(namesMax * evictedPart));
    for (const name of tats.keys()) {
      if (evictions === 0) break;
      tats.delete(name);
      evictions -= 1;
    }
  }

  return {
    rate,
    look: (name, nowMs) => stateAt(rate, tats.get(name) ?? 0, nowMs),
    takeUsed: () => {
      const taken = used;
      used = new Map();
      return taken;
    },
    adjust: (name, tatMs) => {
      if (tats.has(name)) tats.set(name, tatMs + (used.get(name) ?? 0));
    },
    take: (name, nowMs) => {
      followClock(nowMs);
      const decision = decideRate(rate, tats.get(name) ?? 0, nowMs);
      // Deleted first, so that it becomes the most recently used.
      if (!tats.delete(name) && tats.size >= namesMax) makeRoom(nowMs);
      tats.set(name, decision.tatMs);
      if (isShared && decision.allowed) used.set(name, (used.get(name) ?? 0) + 60_000 / rate.perMinute);
      return decision;
    },
  };
}
