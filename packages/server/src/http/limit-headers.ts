import type { RateLimiter, RateState } from '../limits/gcra.ts';

/** The fields of draft-ietf-httpapi-ratelimit-headers: the policy, and what remains of it. */
export function limitHeaders(
  name: string,
  { rate }: Pick<RateLimiter, 'rate'>,
  { remaining, resetMs }: RateState,
): Readonly<Record<'ratelimit-policy' | 'ratelimit', string>> {
  const windowSeconds = Math.max(1, Math.ceil((rate.burst * 60) / rate.perMinute));
  return {
    'ratelimit-policy': `"${name}";q=${rate.burst};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  };
}
