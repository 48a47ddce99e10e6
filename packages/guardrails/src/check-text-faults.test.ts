import { queryResponseSchema } from '@avow/contract/query';
import { QueueFullError } from '@avow/foundation/concurrency';
import { describe, expect, it } from 'vitest';
import {
  faults,
  faultyGuardrail,
  hangs,
  passing,
  policyOf,
  runInput,
  testGuardrail,
  verdicts,
} from './contract/test-guardrails.ts';
import type { TextCheck } from './guardrail.ts';

describe('a check that gives no verdict', () => {
  describe.each([
    ...faults.map(([name, check]) => [name, check, 'error'] as const),
    ...hangs.map(([name, check]) => [name, check, 'timeout'] as const),
  ])('because it %s', (_, check, status) => {
    it('[CON-3-21] [CON-4-02] blocks if it fails closed', async () => {
      const failing = faultyGuardrail(check);
      const outcome = await runInput(policyOf(passing(), failing, passing()));
      expect(outcome.results).toMatchObject([
        { compliant: true },
        { compliant: false, status, action: 'block', score: 0 },
        { compliant: true },
      ]);
      expect(outcome).toMatchObject({
        text: 'A question',
        blocked: { guardrailId: failing.id, reason: 'guardrail_unavailable' },
        tripwireTriggered: true,
        degraded: false,
      });
      expect(() => queryResponseSchema.shape.guardrails.parse(outcome.results)).not.toThrow();
    });

    it('[CON-3-21] [CON-3-35] is reported if it fails open, and the other checks continue', async () => {
      const outcome = await runInput(policyOf(faultyGuardrail(check, { failMode: 'open' }), passing()));
      expect(outcome.results).toMatchObject([
        { compliant: false, status, action: 'none', score: 0 },
        { compliant: true },
      ]);
      expect(outcome).toMatchObject({
        text: 'A question',
        blocked: null,
        tripwireTriggered: false,
        degraded: true,
      });
    });
  });

  it('does not hide what another check found', async () => {
    const blocking = testGuardrail(() => verdicts.block, { blockedReason: 'pii' });
    const outcome = await runInput(
      policyOf(
        faultyGuardrail(() => undefined),
        blocking,
      ),
    );
    expect(outcome.blocked).toEqual({ guardrailId: blocking.id, reason: 'pii' });
  });

  it('does not report the error, which may quote the text', async () => {
    const { results } = await runInput(
      policyOf(faultyGuardrail(({ text }) => Promise.reject(new Error(text)))),
      'my secret',
    );
    expect(JSON.stringify(results)).not.toContain('my secret');
  });

  it.each(['before it begins', 'while it runs'])('blocks because the query was stopped %s', async (when) => {
    const controller = new AbortController();
    let begun = false;
    const waiting = testGuardrail((_, { signal }) => {
      begun = true;
      queueMicrotask(() => controller.abort());
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    if (when === 'before it begins') controller.abort();
    const outcome = await runInput(policyOf(waiting), 'A question', controller.signal);
    expect(begun).toBe(when === 'while it runs');
    expect(outcome).toMatchObject({
      results: [{ compliant: false, status: 'timeout' }],
      tripwireTriggered: true,
    });
  });

  it('has until the query is stopped if it waits for a model that others use', async () => {
    const slow: TextCheck = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return verdicts.block;
    };
    const patient = await runInput(policyOf(testGuardrail(slow, { timeoutMs: null })));
    expect(patient).toMatchObject({ results: [{ status: 'ok' }], blocked: { reason: 'policy' } });
    const hasty = await runInput(policyOf(testGuardrail(slow, { timeoutMs: 1 })));
    expect(hasty.blocked?.reason).toBe('guardrail_unavailable');
    const endless = testGuardrail(() => new Promise(() => {}), { timeoutMs: null });
    const stopped = await runInput(policyOf(endless), 'A question', AbortSignal.timeout(10));
    expect(stopped.results).toMatchObject([{ status: 'timeout', compliant: false }]);
  });

  it('refuses the text if a check that is enforced is not even queued, and says nothing of a fault', async () => {
    const full = () => Promise.reject(new QueueFullError('my secret'));
    const refused = runInput(policyOf(passing(), testGuardrail(full, { failMode: 'open' })));
    await expect(refused).rejects.toMatchObject({ code: 'overloaded', options: { retryAfterSeconds: 5 } });
    const shadow = await runInput(policyOf(testGuardrail(full, { mode: 'shadow' })));
    expect(shadow).toMatchObject({ results: [{ status: 'error', action: 'none' }], blocked: null });
  });

  it('is stopped when its timeout ends', async () => {
    let isStopped = false;
    const endless: TextCheck = (_, { signal }) => {
      signal.addEventListener('abort', () => {
        isStopped = true;
      });
      return new Promise(() => {});
    };
    await runInput(policyOf(testGuardrail(endless, { timeoutMs: 10 })));
    expect(isStopped).toBe(true);
  });

  it('leaves no listener on the signal of the query', async () => {
    const controller = new AbortController();
    let listening = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...heard: Parameters<typeof add>) => {
      listening++;
      add(...heard);
    };
    signal.removeEventListener = (...heard: Parameters<typeof remove>) => {
      listening--;
      remove(...heard);
    };
    await runInput(
      policyOf(
        passing(),
        faultyGuardrail(() => undefined),
        faultyGuardrail(() => new Promise(() => {})),
      ),
      'x',
      signal,
    );
    expect(listening).toBe(0);
  });

  it('is late if it blocked the event loop for longer than its timeout, even if it finished', async () => {
    const slow = testGuardrail(
      () => {
        const startedAt = performance.now();
        while (performance.now() - startedAt < 30);
        return verdicts.pass;
      },
      { timeoutMs: 5 },
    );
    const outcome = await runInput(policyOf(slow));
    expect(outcome.results[0]).toMatchObject({ status: 'timeout', compliant: false, action: 'block' });
    expect(outcome.blocked?.reason).toBe('guardrail_unavailable');
  });
});
