import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, judgeAttempt, retryForMs, type SentWebhook } from './judge-attempt.ts';

const random = () => 0.5;
const delivery = { attempts: 1, giveUpAtMs: retryForMs };
const response = (status: number, retryAfterMs: number | null = null): SentWebhook => ({
  ...{ kind: 'response', status, retryAfterMs },
});
const judge = (sent: SentWebhook, nowMs = 0, attempts = 1) =>
  judgeAttempt(sent, { ...delivery, attempts }, { nowMs, random });

describe('judgeAttempt', () => {
  it('takes any 2xx for received', () => {
    for (const status of [200, 201, 204, 299])
      expect(judge(response(status))).toMatchObject({ status: 'delivered', outcome: 'ok', disable: null });
  });

  it('retries after any other response and after a fault', () => {
    for (const status of [199, 400, 401, 404, 429, 500, 503])
      expect(judge(response(status))).toMatchObject({
        ...{ status: 'pending', outcome: 'status', responseStatus: status, dueAtMs: 10_000 },
      });
    expect(judge(response(302))).toMatchObject({ status: 'pending', outcome: 'redirect' });
    for (const outcome of ['timeout', 'unreachable', 'not_allowed'] as const)
      expect(judge({ kind: 'fault', outcome })).toMatchObject({
        ...{ status: 'pending', outcome, responseStatus: null, dueAtMs: 10_000 },
      });
  });

  it('waits as long as it is asked to, up to an hour', () => {
    expect(judge(response(429, 60_000)).dueAtMs).toBe(60_000);
    expect(judge(response(503, 1_000)).dueAtMs).toBe(10_000);
    expect(judge(response(503, 86_400_000)).dueAtMs).toBe(3_600_000);
  });

  it('[CON-9-12] switches off what is gone', () => {
    expect(judge(response(410))).toMatchObject({
      ...{ status: 'dead', outcome: 'gone', disable: { reason: 'gone' } },
    });
  });

  it('[CON-9-06] makes ten attempts over three days, whatever was drawn, and then gives up', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (draws) => {
        let nowMs = 0;
        for (let attempts = 1; ; attempts += 1) {
          const draw = () => Number(draws.next().value);
          const judged = judgeAttempt(response(500), { ...delivery, attempts }, { nowMs, random: draw });
          if (judged.status === 'dead') {
            expect(nowMs).toBe(3 * 86_400_000);
            expect(attempts).toBe(10);
            return;
          }
          expect(judged.dueAtMs).toBeGreaterThan(nowMs);
          nowMs = judged.dueAtMs;
        }
      }),
    );
  });
});

const attempts = fc.integer({ min: 1, max: 8 });

it('grows from ten seconds to twenty hours, and then waits for the end', () => {
  const delays = Array.from({ length: 10 }, (_, index) => backoffMs(index + 1, () => 0.5));
  const minutes = [1 / 6, 2, 15, 60, 240, 480, 840, 1200, null, null];
  expect(delays).toEqual(minutes.map((delay) => (delay === null ? null : delay * 60_000)));
});

it('differs by at most a fifth, whatever is drawn and however often it failed', () => {
  const drawn = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(attempts, drawn, (count, random) => {
      const share = Number(backoffMs(count, () => random)) / Number(backoffMs(count, () => 0.5));
      expect(share).toBeGreaterThanOrEqual(0.8);
      expect(share).toBeLessThanOrEqual(1.2);
    }),
  );
});

it('leaves time for the last attempt, however long the delays are drawn', () => {
  const delays = Array.from({ length: 8 }, (_, index) => Number(backoffMs(index + 1, () => 0.999)));
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeLessThan(retryForMs);
});
