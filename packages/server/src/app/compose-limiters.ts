import type { Config } from '../config/load-config.ts';
import type { HttpDependencies } from '../http/http-dependencies.ts';
import { createRateLimiter } from '../limits/gcra.ts';
import { type LimitSharing, shareLimits } from '../limits/share-limits.ts';
import type { Installation } from './installation.ts';

export function composeLimiters(config: Config): HttpDependencies['limiters'] {
  const { failedKeysPerMinute, signInsPerMinute } = config;
  const ofKeys = { isShared: config.databaseUrl !== null };
  return {
    query: createRateLimiter({ perMinute: config.queryRatePerMinute, burst: config.queryBurst }, ofKeys),
    audit: createRateLimiter({ perMinute: config.readRatePerMinute, burst: config.readBurst }, ofKeys),
    content: createRateLimiter(
      { perMinute: config.contentRatePerMinute, burst: config.contentBurst },
      ofKeys,
    ),
    publishable: createRateLimiter(
      { perMinute: config.publishableRatePerMinute, burst: config.publishableBurst },
      ofKeys,
    ),
    // By address, which other nodes need not know.
    visitors: createRateLimiter({ perMinute: config.visitorRatePerMinute, burst: config.visitorBurst }),
    failedKeys: createRateLimiter({ perMinute: failedKeysPerMinute, burst: failedKeysPerMinute }),
    signIns: createRateLimiter({ perMinute: signInsPerMinute, burst: signInsPerMinute }),
  };
}

/** Counts together what several nodes admit. What addresses have used, other nodes need not know. Returns a function that stops it. */
export function startSharingLimits({
  config,
  data,
  clock,
  limiters,
  accounts,
  inFlight,
}: Required<Pick<Installation, 'config' | 'data' | 'clock'>> &
  Pick<LimitSharing, 'inFlight'> & {
    readonly limiters: HttpDependencies['limiters'];
    readonly accounts: LimitSharing['limiters'][string];
  }): () => Promise<void> {
  if (config.databaseUrl === null) return async () => undefined;
  const { failedKeys: _failedKeys, signIns: _signIns, visitors: _visitors, ...byCaller } = limiters;
  return shareLimits({
    ...{ limiters: { ...byCaller, accounts }, inFlight, nowMs: clock.nowMs },
    exchange: data.nodes.exchangeLimits,
  });
}
