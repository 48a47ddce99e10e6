/** A rate as people state it: so many in a minute, so many of them at one moment. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

export interface RateDecision {
  readonly allowed: boolean;
  /** How many more would be allowed at this moment. */
  readonly remaining: number;
  /** Until the whole burst is free again. */
  readonly resetMs: number;
  /** Until one would be allowed; 0 where one is allowed now. */
  readonly retryAfterMs: number;
  /** The theoretical arrival time to keep. */
  readonly tatMs: number;
}

/**
 * The generic cell rate algorithm: one number of state, the time at which the bucket would be empty.
 * `tatMs` is that number as kept from before, or 0.
 */
export function decideRate(rate: Rate, tatMs: number, nowMs: number): RateDecision {
  const intervalMs = 60_000 / rate.perMinute;
  const toleranceMs = intervalMs * rate.burst;
  // It never lies further ahead than the burst: if it does, the clock was set back, and nobody is to wait until it is there.
  const keptTatMs = Math.min(tatMs, nowMs + toleranceMs);
  const base = Math.max(keptTatMs, nowMs);
  const next = base + intervalMs;
  // A hair of tolerance, since intervals are fractions and sums of them drift.
  const allowed = next - nowMs <= toleranceMs + 1e-6;
  const kept = allowed ? next : keptTatMs;
  const usedMs = Math.max(0, kept - nowMs);
  return {
    allowed,
    remaining: Math.max(0, Math.floor((toleranceMs - usedMs) / intervalMs + 1e-6)),
    resetMs: usedMs,
    retryAfterMs: allowed ? 0 : Math.max(1, next - nowMs - toleranceMs),
    tatMs: kept,
  };
}

export interface RateLimiter {
  readonly rate: Rate;
  take(name: string, nowMs: number): RateDecision;
}

const namesKeptMax = 100_000;
/** A walk through the whole table takes milliseconds: however many new names come, there is one in this time. */
const sweepEveryMs = 1_000;
/** The part of a full table that makes room, so that the next names find some. */
const evictedPart = 0.1;

/** Limits by name (a key's id, an address). A name whose time has passed is forgotten, so memory stays bounded. */
export function createRateLimiter(rate: Rate, namesMax: number = namesKeptMax): RateLimiter {
  /** In the order in which they were last used. */
  const tats = new Map<string, number>();
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  function makeRoom(nowMs: number): void {
    if (nowMs - sweptAtMs >= sweepEveryMs) {
      sweptAtMs = nowMs;
      for (const [name, tatMs] of tats) if (tatMs <= nowMs) tats.delete(name);
    }
    if (tats.size < namesMax) return;
    // All of them busy: those used longest ago go first, which can only ever be generous to them.
    let evictions = Math.max(1, Math.floor(namesMax * evictedPart));
    for (const name of tats.keys()) {
      if (evictions === 0) break;
      tats.delete(name);
      evictions -= 1;
    }
  }

  return {
    rate,
    take: (name, nowMs) => {
      const decision = decideRate(rate, tats.get(name) ?? 0, nowMs);
      // Taken out first, so that it comes last in the order.
      if (!tats.delete(name) && tats.size >= namesMax) makeRoom(nowMs);
      tats.set(name, decision.tatMs);
      return decision;
    },
  };
}
