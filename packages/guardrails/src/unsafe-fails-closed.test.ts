import { type GuardrailPolicy, guardrailPolicySchema, unsafeKinds } from '@avow/contract/guardrails';
import { runStepsSync } from '@avow/foundation/concurrency';
import type { Screener, Screening } from '@avow/inference';
import { describe, expect, it } from 'vitest';
import { checkText } from './check-text.ts';
import { compilePolicy } from './compile-policy.ts';
import { noParts, open } from './contract/test-guardrails.ts';
import { screenerOf, testScreening } from './contract/test-screener.ts';

const closedKinds = ['self_harm', 'violence', 'weapons'] as const;
const off = { self_harm: 1, violence: 1, weapons: 1 };
const id = 'grd_01ka2tpzg0e6srq53nv7xwx600';

/** A policy with a guardrail for unsafe content, as given or as it would be given. */
const given = (entry: Readonly<Record<string, unknown>>) => ({
  guardrails: [{ id, name: 'Unsafe', check: 'unsafe_content', stage: 'input', action: 'block', ...entry }],
});

function compile(entry: Readonly<Record<string, unknown>>, screener: Screener) {
  const policy = guardrailPolicySchema.parse(given(entry)) as GuardrailPolicy;
  return runStepsSync(compilePolicy(policy, 'test', { ...noParts, screener })).policy;
}

const check = (policy: ReturnType<typeof compile>, stage: 'prompt' | 'answer' = 'prompt') =>
  checkText(policy, stage, { text: 'How do I do it?', quotes: [] }, open);

const broken = screenerOf(() => null);

describe('unsafe content that could not be checked', () => {
  it('blocks if any of self-harm, violence and weapons is to be blocked', async () => {
    const policies = [
      {},
      { stage: 'output' },
      ...closedKinds.map((kind) => ({ settings: { thresholds: { ...off, [kind]: 0.9 } } })),
      { threshold: 1, settings: { thresholds: { weapons: 0.3 } } },
    ];
    for (const entry of policies) {
      const outcome = await check(compile(entry, broken), 'stage' in entry ? 'answer' : 'prompt');
      expect(outcome.blocked, JSON.stringify(entry)).toMatchObject({ reason: 'guardrail_unavailable' });
      expect(outcome.results).toMatchObject([{ status: 'error', action: 'block', compliant: false }]);
    }
  });

  it('does as the policy says if none of them is to be blocked', async () => {
    const others = [
      { settings: { thresholds: off } },
      { threshold: 1, settings: { thresholds: { hate: 0.5, crime: 0.5 } } },
      { action: 'flag' },
    ];
    for (const entry of others) {
      const isOpen = await check(compile({ ...entry, fail_mode: 'open' }, broken));
      expect(isOpen, JSON.stringify(entry)).toMatchObject({ blocked: null, degraded: true });
      expect(isOpen.results).toMatchObject([{ status: 'error', compliant: false }]);
      const isClosed = await check(compile({ ...entry, fail_mode: 'closed' }, broken));
      expect(isClosed.blocked?.reason, JSON.stringify(entry)).toBe('guardrail_unavailable');
    }
    const shadow = await check(compile({ mode: 'shadow', fail_mode: 'open' }, broken));
    expect(shadow).toMatchObject({ blocked: null, degraded: false });
  });

  it('does not let a policy fail open for them, whether it is given or was stored', async () => {
    const parsed = guardrailPolicySchema.safeParse(given({ fail_mode: 'open' }));
    expect(parsed.error?.issues).toMatchObject([
      { path: ['guardrails', 0, 'fail_mode'], message: expect.stringContaining('Must be closed') },
    ]);
    const stored = guardrailPolicySchema.parse(given({})) as GuardrailPolicy;
    const guardrails = stored.guardrails.map((entry) => ({ ...entry, fail_mode: 'open' as const }));
    const compiled = runStepsSync(
      compilePolicy({ ...stored, guardrails }, 'test', { ...noParts, screener: broken }),
    );
    expect((await check(compiled.policy)).blocked?.reason).toBe('guardrail_unavailable');
  });

  it.each(unsafeKinds)(
    'is checked by a screener that is slow, unless the policy names a time of its own: %s',
    async (kind) => {
      const unsafe = { [kind]: 0.97 } as Screening['unsafe'];
      const slow: Screener = {
        ...screenerOf(() => null),
        screen: async (texts) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          return texts.map(() => testScreening({ unsafe }));
        },
      };
      const outcome = await check(compile({}, slow));
      expect(outcome.blocked).toMatchObject({ reason: 'unsafe_content', concern: kind });
      const limited = await check(compile({ timeout_ms: 1 }, slow));
      expect(limited).toMatchObject({ blocked: { reason: 'guardrail_unavailable' }, degraded: false });
    },
  );

  it('is screened for the owner of the guard, until the query is stopped', async () => {
    const calls: Parameters<Screener['screen']>[1][] = [];
    const noting: Screener = {
      ...screenerOf(() => null),
      screen: async (texts, call) => {
        calls.push(call);
        return texts.map(() => testScreening());
      },
    };
    await check(compile({}, noting));
    expect(calls).toMatchObject([{ owner: open.owner, signal: { aborted: false } }]);
  });
});
