import { describe, expect, it } from 'vitest';
import type { TextGuardrail } from '../interfaces/guardrail.ts';
import { checkStatement } from './check-text.ts';
import { faults, faulty, open, policyOf, testGuardrail, verdicts } from './contract/test-guardrails.ts';
import { createGuard } from './create-guard.ts';

const looksForWords = { seesCitations: true } as const;
const pii = { ...looksForWords, blockedReason: 'pii' } as const;
const secrets = { ...looksForWords, blockedReason: 'secrets' } as const;

const check = (...guardrails: readonly TextGuardrail[]) =>
  checkStatement(policyOf(...guardrails), 'A question', open);

describe('a statement', () => {
  it('is not looked at by checks of what a prompt asks for', async () => {
    const attack = testGuardrail(() => verdicts.block, { blockedReason: 'prompt_injection' });
    const broken = faulty(faults[0]?.[1] ?? (() => undefined));
    const ofAnswers = testGuardrail(() => verdicts.block, { ...pii, stage: 'output', looksAt: 'answer' });
    expect(await check(attack, broken, ofAnswers)).toMatchObject({
      ...{ text: 'A question', blocked: null, tripwireTriggered: false, results: [] },
    });
  });

  it('is not blocked for words that are not private, and these are redacted where they are to be', async () => {
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

  it('is blocked where a check for words did not run, whatever another found, unless it may fail open', async () => {
    for (const [name, fault] of faults) {
      const blocking = testGuardrail(() => verdicts.block, looksForWords);
      const { blocked } = await check(blocking, faulty(fault, pii));
      expect(blocked?.reason, name).toBe('guardrail_unavailable');
    }
    const open = faulty(faults[0]?.[1] ?? (() => undefined), { ...pii, failMode: 'open' });
    expect(await check(open)).toMatchObject({ blocked: null, degraded: true });
  });

  it('is what a guard checks', async () => {
    const guard = createGuard(
      policyOf(
        testGuardrail(() => verdicts.block),
        testGuardrail(() => verdicts.redact, pii),
      ),
    );
    expect(await guard.checkStatement('A question', open)).toMatchObject({ text: 'A [word]', blocked: null });
  });
});
