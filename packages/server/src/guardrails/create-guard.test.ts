import { queryResponseSchema } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import type { TextGuardrail } from '../interfaces/guardrail.ts';
import { open, policyOf, testGuardrail, verdicts } from './contract/test-guardrails.ts';
import { createGuard } from './create-guard.ts';

const policy = policyOf(
  testGuardrail(() => verdicts.redact),
  testGuardrail(() => verdicts.flag, { stage: 'output', looksAt: 'answer' }),
  testGuardrail(() => verdicts.pass, { looksAt: 'question' }),
);
const guard = createGuard(policy);

describe('createGuard', () => {
  it('checks a text by the guardrails that look at it', async () => {
    expect(await guard.check('prompt', { text: 'A question', quotes: [] }, open)).toMatchObject({
      text: 'A [word]',
      redacted: true,
      blocked: null,
    });
    const outcome = await guard.check('answer', { text: 'It is open.', quotes: [] }, open);
    expect(outcome).toMatchObject({ blocked: null, redacted: false, results: [{ action: 'flag' }] });
    expect(await guard.sift(['a passage'], open)).toMatchObject({ results: [], blocked: null });
  });

  it('carries what its policy says', () => {
    expect(guard).toMatchObject({
      policyVersion: policy.version,
      messages: policy.messages,
      bands: policy.bands,
      blockedPrompts: 'hash',
    });
  });

  it('holds back as much of an answer as the check in force that reaches furthest', () => {
    const output = { stage: 'output', looksAt: 'answer' } as const;
    const reaching = (reach: TextGuardrail['reach'], also: Partial<TextGuardrail> = {}) =>
      testGuardrail(() => verdicts.pass, { ...output, reach, ...also });
    const holding = (...guardrails: readonly TextGuardrail[]) => {
      const { holdsBack, settledBefore } = createGuard(policyOf(...guardrails));
      return [holdsBack, settledBefore({ text: '0123456789', quotes: [] })];
    };
    const prompt = testGuardrail(() => verdicts.pass, { reach: 'whole' });
    const onTrial = reaching('whole', { mode: 'shadow' });
    expect(holding()).toEqual([0, 10]);
    expect(holding(prompt, onTrial, reaching('none'))).toEqual([0, 10]);
    expect(holding(reaching(3), reaching(4))).toEqual([4, 6]);
    expect(holding(reaching(30))).toEqual([30, 0]);
    expect(holding(reaching(3, { settledBefore: () => 2 }), reaching(4))).toEqual([4, 2]);
    expect(holding(reaching(3, { settledBefore: ({ text }) => text.length }))).toEqual([3, 10]);
    expect(holding(reaching(3), reaching('whole'))).toEqual(['whole', 0]);
  });

  it('holds an answer to be grounded unless a grounding check in force objects to it', async () => {
    const facts = { stage: 'output', looksAt: 'answer' } as const;
    const proves = { ...facts, provesGrounding: true } as const;
    const groundedBy = async (...guardrails: readonly TextGuardrail[]) => {
      const { check, isGrounded } = createGuard(policyOf(...guardrails));
      return isGrounded((await check('answer', { text: 'It is open.', quotes: [] }, open)).results);
    };
    const broken = () => {
      throw new Error('broken');
    };
    expect(await groundedBy()).toBe(true);
    expect(await groundedBy(testGuardrail(() => verdicts.pass, proves))).toBe(true);
    expect(await groundedBy(testGuardrail(() => verdicts.flag, facts))).toBe(true);
    expect(await groundedBy(testGuardrail(() => verdicts.flag, { ...proves, mode: 'shadow' }))).toBe(true);
    expect(await groundedBy(testGuardrail(() => verdicts.flag, proves))).toBe(false);
    expect(await groundedBy(testGuardrail(broken, { ...proves, failMode: 'open' }))).toBe(false);
  });

  it('[CON-3-19] [CON-3-21] reports every guardrail in the order of the policy, those that did not run as skipped', async () => {
    const question = await guard.check('question', { text: 'A question', quotes: [] }, open);
    const prompt = await guard.check('prompt', { text: 'A question', quotes: [] }, open);
    const results = guard.report([...question.results, ...prompt.results]);
    expect(results.map(({ guardrail_id }) => guardrail_id)).toEqual(policy.guardrails.map(({ id }) => id));
    expect(results.map(({ status }) => status)).toEqual(['ok', 'skipped', 'ok']);
    expect(results[1]).toMatchObject({ compliant: false, action: 'none', score: 0, stage: 'output' });
    expect(results[1]?.reasoning).toContain('did not run');
    expect(() => queryResponseSchema.shape.guardrails.parse(results)).not.toThrow();
  });
});
