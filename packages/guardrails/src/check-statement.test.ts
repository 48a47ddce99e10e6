import { describe, expect, it } from 'vitest';
import { checkStatement } from './check-text.ts';
import {
  faults,
  faultyGuardrail,
  open,
  policyOf,
  testGuardrail,
  verdicts,
} from './contract/test-guardrails.ts';
import { createGuard } from './create-guard.ts';
import type { TextGuardrail } from './guardrail.ts';

const looksForWords = { checksCitations: true } as const;
const pii = { ...looksForWords, blockedReason: 'pii' } as const;
const secrets = { ...looksForWords, blockedReason: 'secrets' } as const;

const check = (...guardrails: readonly TextGuardrail[]) =>
  checkStatement(policyOf(...guardrails), 'A question', open);

describe('a statement', () => {
  it('is not checked for what a prompt asks for', async () => {
    const attack = testGuardrail(() => verdicts.block, { blockedReason: 'prompt_injection' });
    const broken = faultyGuardrail(faults[0]?.[1] ?? (() => undefined));
    const ofAnswers = testGuardrail(() => verdicts.block, { ...pii, stage: 'output', target: 'answer' });
    expect(await check(attack, broken, ofAnswers)).toMatchObject({
      ...{ text: 'A question', blocked: null, tripwireTriggered: false, results: [] },
    });
  });

  it('is not blocked for words that are not private, which are redacted if the policy says so', async () => {
    const blocking = testGuardrail(() => verdicts.block, looksForWords);
    const redacting = testGuardrail(() => verdicts.redact, looksForWords);
    expect(await check(blocking, redacting)).toMatchObject({
      ...{ text: 'A [word]', redacted: true, blocked: null, tripwireTriggered: false },
    });
  });

  it.each([
    ['personal data', pii],
    ['secrets', secrets],
    ['whatever the tenant calls private', { ...looksForWords, category: 'privacy' }],
  ] as const)('is blocked for %s, and redacted', async (_, facts) => {
    const guardrail = testGuardrail(() => verdicts.block, facts);
    expect((await check(guardrail)).blocked).toEqual({
      guardrailId: guardrail.id,
      reason: guardrail.blockedReason,
    });
    expect(await check(testGuardrail(() => verdicts.redact, facts))).toMatchObject({
      ...{ text: 'A [word]', blocked: null },
    });
    const onTrial = testGuardrail(() => verdicts.block, { ...facts, mode: 'shadow' });
    expect((await check(onTrial)).blocked).toBeNull();
  });

  it('is blocked if a word check did not run, unless it fails open', async () => {
    for (const [name, fault] of faults) {
      const blocking = testGuardrail(() => verdicts.block, looksForWords);
      const { blocked } = await check(blocking, faultyGuardrail(fault, pii));
      expect(blocked?.reason, name).toBe('guardrail_unavailable');
    }
    const open = faultyGuardrail(faults[0]?.[1] ?? (() => undefined), { ...pii, failMode: 'open' });
    expect(await check(open)).toMatchObject({ blocked: null, degraded: true });
  });

  it('is checked by a guard', async () => {
    const guard = createGuard(
      policyOf(
        testGuardrail(() => verdicts.block),
        testGuardrail(() => verdicts.redact, pii),
      ),
    );
    expect(await guard.checkStatement('A question', open.signal)).toMatchObject({
      text: 'A [word]',
      blocked: null,
    });
  });
});
