import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter, decideRate, type Rate } from './gcra.ts';

const rates = fc.record({
  perMinute: fc.integer({ min: 1, max: 10_000 }),
  burst: fc.integer({ min: 1, max: 200 }),
});

/** The plain account that GCRA must agree with: a bucket of `burst` that refills at the rate. */
function bucketModel(rate: Rate, arrivals: readonly number[]): boolean[] {
  let tokens = rate.burst;
  let atMs = 0;
  return arrivals.map((nowMs) => {
    tokens = Math.min(rate.burst, tokens + ((nowMs - atMs) * rate.perMinute) / 60_000);
    atMs = nowMs;
    if (tokens < 1 - 1e-6) return false;
    tokens -= 1;
    return true;
  });
}

describe('decideRate', () => {
  it('[CON-6-14] agrees with a token bucket', () => {
    fc.assert(
      fc.property(rates, fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 300 }), (rate, gaps) => {
        let nowMs = 1_000_000;
        const arrivals = gaps.map((gap) => (nowMs += gap));
        let tatMs = 0;
        const decided = arrivals.map((at) => {
          const decision = decideRate(rate, tatMs, at);
          tatMs = decision.tatMs;
          return decision.allowed;
        });
        // The model starts full at time 0, as an unused name does.
        expect(decided).toEqual(bucketModel(rate, arrivals));
      }),
    );
  });

  it('delays nobody for longer than one interval after the clock was set back', () => {
    const spent = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(rates, spent, fc.integer({ min: 0, max: 1e12 }), (rate, used, backMs) => {
        const nowMs = 2e12;
        let tatMs = 0;
        for (let i = 0; i < used; i += 1) tatMs = decideRate(rate, tatMs, nowMs).tatMs;
        const { retryAfterMs, resetMs } = decideRate(rate, tatMs, nowMs - backMs);
        const intervalMs = 60_000 / rate.perMinute;
        expect(retryAfterMs).toBeLessThanOrEqual(Math.max(1, intervalMs) + 1e-3);
        expect(resetMs).toBeLessThanOrEqual(intervalMs * rate.burst + 1e-3);
      }),
    );
  });

  it('reports correctly when to retry and how many requests remain', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 0, max: 400 }), (rate, used) => {
        const nowMs = 5_000_000;
        let tatMs = 0;
        for (let i = 0; i < used; i += 1) tatMs = decideRate(rate, tatMs, nowMs).tatMs;
        const decision = decideRate(rate, tatMs, nowMs);
        if (decision.allowed) {
          let more = decision.tatMs;
          for (let i = 0; i < decision.remaining; i += 1) {
            const next = decideRate(rate, more, nowMs);
            expect(next.allowed).toBe(true);
            more = next.tatMs;
          }
          expect(decideRate(rate, more, nowMs).allowed).toBe(false);
        } else {
          expect(decision.remaining).toBe(0);
          expect(decideRate(rate, decision.tatMs, nowMs + Math.ceil(decision.retryAfterMs)).allowed).toBe(
            true,
          );
          expect(decideRate(rate, decision.tatMs, nowMs + decision.retryAfterMs / 2).allowed).toBe(false);
        }
      }),
    );
  });
});

describe('createRateLimiter', () => {
  it('keeps names apart and its memory bounded', () => {
    const limiter = createRateLimiter({ perMinute: 60, burst: 1 }, { namesMax: 100 });
    expect(limiter.take('a', 0).allowed).toBe(true);
    expect(limiter.take('a', 0).allowed).toBe(false);
    expect(limiter.take('b', 0).allowed).toBe(true);
    for (let i = 0; i < 1000; i += 1) limiter.take(`n${i}`, 1);
    expect(limiter.take('n999', 1).allowed).toBe(false);
    // An old name fell out: that is generous, never unjust.
    expect(limiter.take('n0', 1).allowed).toBe(true);
  });

  it('goes on as before when the clock is set back or ahead', () => {
    for (const jumpMs of [-3_600_000, -1_500, 7_200_000, -10 * 365 * 86_400_000]) {
      const limiter = createRateLimiter({ perMinute: 60, burst: 3 });
      const startMs = 2e12;
      expect([1, 2].map(() => limiter.take('a', startMs).allowed)).toEqual([true, true]);
      const { allowed, remaining } = limiter.take('a', startMs + jumpMs);
      expect([jumpMs, allowed, remaining]).toEqual([jumpMs, true, jumpMs < 0 ? 0 : 2]);
      // Set right again, it has lost no more than what a new name has not used.
      expect(limiter.take('a', startMs + 1_000).allowed, String(jumpMs)).toBe(true);
      expect(limiter.take('a', startMs + 1_000).retryAfterMs).toBeLessThanOrEqual(1_000);
    }
  });

  it('is not made generous by requests that overtake each other', () => {
    const limiter = createRateLimiter({ perMinute: 60, burst: 2 });
    const taken = [10_000, 9_400, 10_000, 9_400].map((nowMs) => limiter.take('a', nowMs).allowed);
    expect(taken).toEqual([true, false, true, false]);
  });

  it('keeps a name in use when others arrive', () => {
    const limiter = createRateLimiter({ perMinute: 1, burst: 1 }, { namesMax: 100 });
    expect(limiter.take('busy', 0).allowed).toBe(true);
    for (let i = 0; i < 1000; i += 1) {
      limiter.take(`n${i}`, 1);
      if (i % 50 === 0) expect(limiter.take('busy', 1).allowed).toBe(false);
    }
  });

  it('evicts expired names first', () => {
    const limiter = createRateLimiter({ perMinute: 60, burst: 2 }, { namesMax: 10 });
    limiter.take('kept', 0);
    limiter.take('kept', 0);
    for (let i = 0; i < 9; i += 1) limiter.take(`n${i}`, 0);
    // After a second and a half all but the one that was taken twice are free again.
    limiter.take('new', 1_500);
    expect(limiter.take('kept', 1_500).remaining).toBe(0);
  });
});
