import type { GuardModel } from '@avow/inference';
import type { RuleToApply } from '@avow/inference/testing';
import { describe, expect, it } from 'vitest';
import { builtGuardrail, noParts, open } from '../contract/test-guardrails.ts';
import { buildRule } from './build-rule.ts';

const settings = {
  rule: 'No legal advice.',
  examples: [{ text: 'Sue them.', breaks_rule: true }],
};

function ruleBy(applyRule: GuardModel['applyRule'], also: { timeout_ms?: number; stage?: 'output' } = {}) {
  const guardModel = { name: 'model', applyRule };
  return builtGuardrail('rule', buildRule, { settings, ...also }, { guardModel });
}

const check = async (guardrail: ReturnType<typeof ruleBy>, signal = open.signal) =>
  guardrail.check({ text: 'Can I sue?', quotes: [] }, { ...open, signal });

describe('a rule', () => {
  it('passes the rule, its examples and the text to the model', async () => {
    const asked: RuleToApply[] = [];
    const guardrail = ruleBy(async (question) => {
      asked.push(question);
      return 0.123456;
    });
    expect(await check(guardrail)).toMatchObject({ kind: 'pass', score: 0.1235 });
    expect(asked).toEqual([
      { rule: 'No legal advice.', examples: [{ text: 'Sue them.', breaksRule: true }], text: 'Can I sue?' },
    ]);
  });

  it('counts a likelihood from the threshold on', async () => {
    expect(await check(ruleBy(async () => 0.5))).toMatchObject({ kind: 'block', score: 0.5 });
    expect(await check(ruleBy(async () => 0.49))).toMatchObject({ kind: 'pass' });
    expect((await check(ruleBy(async () => 1, { stage: 'output' }))).reasoning).toContain('the answer');
  });

  it('fails if the model fails', async () => {
    await expect(check(ruleBy(() => Promise.reject(new Error('away'))))).rejects.toThrow('away');
    for (const likelihood of [Number.NaN, -0.1, 1.1])
      await expect(check(ruleBy(async () => likelihood))).rejects.toThrow('no likelihood');
  });

  it('does not wait for a model that ignores the signal', async () => {
    const deaf = ruleBy(() => new Promise(() => {}), { timeout_ms: 1 });
    await expect(check(deaf)).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(
      check(
        ruleBy(() => new Promise(() => {})),
        AbortSignal.abort(),
      ),
    ).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('stops if the query is aborted', async () => {
    const query = new AbortController();
    const guardrail = ruleBy(
      (_, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const verdict = check(guardrail, query.signal);
    query.abort();
    await expect(verdict).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('cannot be built without a model', () => {
    const given = { stage: 'input', action: 'block', threshold: 0.5, timeout_ms: 1_000 } as const;
    expect(buildRule({ ...given, settings }, noParts)).toEqual({
      kind: 'faulty',
      faults: [{ path: ['check'], message: 'Needs a language model, and none is configured' }],
    });
  });
});
