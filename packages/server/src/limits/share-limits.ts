import { repeat } from '@avow/foundation';
import type { RateLimiter } from './gcra.ts';
import type { InFlight } from './in-flight.ts';

/** What a node has taken of rates since the last exchange, in milliseconds, and how many queries it has in progress. */
export interface LimitsUsed {
  readonly rates: ReadonlyMap<string, number>;
  readonly inFlight: ReadonlyMap<string, number>;
}

export interface LimitsShared {
  /** How far the theoretical arrival time of each rate is ahead of now, for all nodes together. */
  readonly aheadMs: ReadonlyMap<string, number>;
  /** Queries in progress on other nodes. */
  readonly inFlight: ReadonlyMap<string, number>;
}

export interface LimitSharing {
  readonly limiters: Readonly<Record<string, Pick<RateLimiter, 'takeUsed' | 'adjust'>>>;
  readonly inFlight: Pick<InFlight, 'counts' | 'setElsewhere'>;
  readonly exchange: (used: LimitsUsed) => Promise<LimitsShared>;
  readonly nowMs: () => number;
}

const everyMs = 500;

/**
 * Exchanges what was used with the other nodes, so that a limit holds for all of them without a round trip for each request:
 * it can be exceeded by what other nodes admit between two exchanges. Returns a function that stops it.
 */
export function shareLimits(parts: LimitSharing): () => Promise<void> {
  let wasQuiet = true;
  return repeat(everyMs, async () => {
    // If it fails, each node limits what it gets until the next exchange.
    wasQuiet = await exchangeOnce(parts, wasQuiet).catch(() => false);
  });
}

/**
 * Whether nothing was used here, and nothing is in progress elsewhere. A node for which that was so before as well has
 * nothing to say, and nothing to remember that could be outdated when it is asked.
 */
export async function exchangeOnce(parts: LimitSharing, wasQuiet: boolean): Promise<boolean> {
  const rates = new Map<string, number>();
  for (const [limit, limiter] of Object.entries(parts.limiters))
    for (const [name, usedMs] of limiter.takeUsed()) rates.set(`${limit} ${name}`, usedMs);
  const inFlight = parts.inFlight.counts();
  const isIdle = rates.size === 0 && inFlight.size === 0;
  if (isIdle && wasQuiet) return true;
  const shared = await parts.exchange({ rates, inFlight });
  parts.inFlight.setElsewhere(shared.inFlight);
  const nowMs = parts.nowMs();
  for (const [place, aheadMs] of shared.aheadMs) {
    const [limit = '', name = ''] = place.split(' ');
    parts.limiters[limit]?.adjust(name, nowMs + aheadMs);
  }
  return isIdle && shared.inFlight.size === 0;
}
