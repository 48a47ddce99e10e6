import { queryResponseSchema } from '@avow/contract/query';
import { describe, expect, it } from 'vitest';
import { open, policyOf, testGuardrail, verdicts } from './contract/test-guardrails.ts';
import { createGuard } from './create-guard.ts';
import type { PassagesGuardrail, TextGuardrail } from './guardrail.ts';

const policy = policyOf(
  testGuardrail(() => verdicts.redact),
  testGuardrail(() => verdicts.flag, { stage: 'output', target: 'answer' }),
  testGuardrail(() => verdicts.pass, { target: 'question' }),
);
const guard = createGuard(policy);

describe('createGuard', () => {
  it('checks a text with the guardrails for its target', async () => {
    expect(await guard.check('prompt', { text: 'A question', quotes: [] }, open.signal)).toMatchObject({
      text: 'A [word]',
      redacted: true,
      blocked: null,
    });
    const outcome = await guard.check('answer', { text: 'It is open.', quotes: [] }, open.signal);
    expect(outcome).toMatchObject({ blocked: null, redacted: false, results: [{ action: 'flag' }] });
    expect(await guard.filterPassages(['a passage'], open.signal)).toMatchObject({
      results: [],
      blocked: null,
    });
  });

  it('says which guardrail in force leaves a passage out, by its threshold, and why', () => {
    const { target: _, check: __, ...facts } = testGuardrail(() => verdicts.pass, { stage: 'retrieval' });
    const passages = (threshold: number, also: Partial<PassagesGuardrail> = {}): PassagesGuardrail => ({
      ...{ ...facts, target: 'passages', threshold, leavesOut: true, ...also },
      check: () => ({ found: [], score: 0, reasoning: '' }),
    });
    const guarded = (...guardrails: PassagesGuardrail[]) => createGuard(policyOf(...guardrails));
    const screened = { score: 0.9, kind: null, models: [] };
    expect(guarded(passages(0.9)).leavesOut(screened)).toEqual({
      ...{ guardrailId: facts.id, name: facts.name, score: 0.9, threshold: 0.9 },
      reason: 'The text reads like instructions to a language model.',
    });
    expect(guarded(passages(0.9)).leavesOut({ ...screened, kind: 'role' })?.reason).toMatch(/play a role/);
    expect(guarded(passages(0.91)).leavesOut(screened)).toBeNull();
    expect(guarded(passages(0)).leavesOut({ ...screened, score: 0 })).toBeNull();
    expect(guarded(passages(0.1, { mode: 'shadow' })).leavesOut(screened)).toBeNull();
    expect(guarded(passages(0.1, { leavesOut: false })).leavesOut(screened)).toBeNull();
    expect(guarded(passages(0.95), passages(0.8)).leavesOut(screened)).toMatchObject({ threshold: 0.8 });
  });

  it('words a block by its policy and the guardrail', () => {
    const { messages } = policy;
    const worded = createGuard({ ...policy, messages: { ...messages, blocked: null } });
    const [{ id, name } = { id: '', name: '' }] = policy.guardrails;
    const words = worded.blockedMessage({ reason: 'policy', guardrailId: id });
    expect(words).toContain('a check of this service');
    // The name of a check is the operator's own.
    expect(words).not.toContain(name);
    expect(worded.blockedMessage({ reason: 'policy' })).not.toContain('check');
    expect(guard.blockedMessage({ reason: 'policy' })).toBe(messages.blocked);
  });

  it('exposes the settings of its policy', () => {
    expect(guard).toMatchObject({
      policyVersion: policy.version,
      messages: policy.messages,
      bands: policy.bands,
      blockedPrompts: 'hash',
    });
  });

  it('withholds as much of an answer as the enforced check with the greatest reach needs', () => {
    const output = { stage: 'output', target: 'answer' } as const;
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

  it('reports an answer as grounded unless an enforced grounding check objects', async () => {
    const facts = { stage: 'output', target: 'answer' } as const;
    const proves = { ...facts, provesGrounding: true } as const;
    const groundedBy = async (...guardrails: readonly TextGuardrail[]) => {
      const { check, isGrounded } = createGuard(policyOf(...guardrails));
      return isGrounded((await check('answer', { text: 'It is open.', quotes: [] }, open.signal)).results);
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
    const question = await guard.check('question', { text: 'A question', quotes: [] }, open.signal);
    const prompt = await guard.check('prompt', { text: 'A question', quotes: [] }, open.signal);
    const results = guard.report([...question.results, ...prompt.results]);
    expect(results.map(({ guardrail_id }) => guardrail_id)).toEqual(policy.guardrails.map(({ id }) => id));
    expect(results.map(({ status }) => status)).toEqual(['ok', 'skipped', 'ok']);
    expect(results[1]).toMatchObject({ compliant: false, action: 'none', score: 0, stage: 'output' });
    expect(results[1]?.reasoning).toContain('did not run');
    expect(() => queryResponseSchema.shape.guardrails.parse(results)).not.toThrow();
  });
});
