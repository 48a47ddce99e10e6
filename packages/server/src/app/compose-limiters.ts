import type { Config } from '../config/load-config.ts';
import type { HttpDependencies } from '../http/http-dependencies.ts';
import { createRateLimiter } from '../limits/gcra.ts';

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
