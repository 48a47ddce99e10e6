import { queryResponseSchema } from '@avow/contract/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText } from './check-text.ts';
import {
  faults,
  open,
  passing,
  policyOf,
  runInput,
  testGuardrail,
  verdicts,
} from './contract/test-guardrails.ts';
import type { GuardrailInput, TextCheck } from './guardrail.ts';

describe('checkText', () => {
  it('[CON-3-19] returns one result per guardrail of the stage, in the order of the policy', async () => {
    const slow = testGuardrail(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return verdicts.flag;
    });
    const elsewhere = testGuardrail(() => verdicts.block, { stage: 'output', target: 'answer' });
    const policy = policyOf(slow, elsewhere, passing());
    const outcome = await runInput(policy);
    expect(outcome.results.map((result) => result.guardrail_id)).toEqual([
      policy.guardrails[0]?.id,
      policy.guardrails[2]?.id,
    ]);
    expect(outcome).toMatchObject({
      text: 'A question',
      redacted: false,
      blocked: null,
      tripwireTriggered: false,
      degraded: false,
    });
  });

  it.each([
    ['pass', true, 'none'],
    ['flag', false, 'flag'],
    ['redact', false, 'redact'],
    ['block', false, 'block'],
  ] as const)('reports %s as compliant: %s, action %s', async (kind, compliant, action) => {
    const { results } = await runInput(policyOf(testGuardrail(() => verdicts[kind])));
    const { reasoning, score } = verdicts[kind];
    expect(results).toMatchObject([
      { compliant, action, status: 'ok', reasoning, score, stage: 'input', category: 'custom' },
    ]);
    expect(() => queryResponseSchema.shape.guardrails.parse(results)).not.toThrow();
  });

  it('redacts what a check blocks for, but not in shadow mode', async () => {
    const redactions = [{ start: 2, end: 10, placeholder: '[x]' }];
    const check = () => ({ ...verdicts.block, redactions });
    const enforced = await runInput(policyOf(testGuardrail(check)));
    expect(enforced).toMatchObject({ text: 'A [x]', redacted: true, spans: [] });
    expect(enforced.blocked).not.toBeNull();
    const onTrial = await runInput(policyOf(testGuardrail(check, { mode: 'shadow' })));
    expect(onTrial).toMatchObject({ text: 'A question', redacted: false, blocked: null });
  });

  it('runs the checks concurrently', async () => {
    const both = Promise.withResolvers<void>();
    let begun = 0;
    const check = async () => {
      begun++;
      if (begun === 2) both.resolve();
      await both.promise;
      return verdicts.pass;
    };
    const { results } = await runInput(policyOf(testGuardrail(check), testGuardrail(check)));
    expect(results.map((result) => result.compliant)).toEqual([true, true]);
  });

  it('reports the other checks if one blocks', async () => {
    const blocking = testGuardrail(() => verdicts.block, { blockedReason: 'unsafe_content' });
    const redacting = testGuardrail(async () => verdicts.redact);
    const outcome = await runInput(policyOf(blocking, redacting, passing()));
    expect(outcome.results.map((result) => result.action)).toEqual(['block', 'redact', 'none']);
    expect(outcome).toMatchObject({
      text: 'A [word]',
      redacted: true,
      blocked: { guardrailId: blocking.id, reason: 'unsafe_content' },
      tripwireTriggered: true,
    });
  });

  it('says whom a block may concern', async () => {
    const blocking = testGuardrail(() => ({ ...verdicts.block, concern: 'self_harm' }));
    const { blocked } = await runInput(policyOf(passing(), blocking));
    expect(blocked).toMatchObject({ guardrailId: blocking.id, concern: 'self_harm' });
  });

  it('passes the text and the quotes to the checks', async () => {
    const seen: GuardrailInput[] = [];
    const watching = testGuardrail((input) => {
      seen.push(input);
      return verdicts.pass;
    });
    const quotes = [{ quote: 'a', stored: 'a', shown: 'a', follows: 'as_paragraph' }] as const;
    const input = { text: 'A question', quotes };
    await checkText(policyOf(watching), 'prompt', input, open);
    await runInput(policyOf(watching));
    expect(seen).toEqual([
      { text: 'A question', quotes },
      { text: 'A question', quotes: [] },
    ]);
  });

  it('merges the redactions of several checks', async () => {
    const one = testGuardrail(() => ({
      ...verdicts.redact,
      redactions: [{ start: 0, end: 4, placeholder: '[one]' }],
    }));
    const two = testGuardrail(() => ({
      ...verdicts.redact,
      redactions: [
        { start: 2, end: 6, placeholder: '[two]' },
        { start: 8, end: 9, placeholder: '[two]' },
      ],
    }));
    expect((await runInput(policyOf(two, one), '0123456789')).text).toBe('[one]67[two]9');
  });

  it('returns an empty outcome if the stage has no guardrails', async () => {
    const outcome = await checkText(policyOf(passing()), 'answer', { text: 'x', quotes: [] }, open);
    expect(outcome).toEqual({
      results: [],
      text: 'x',
      redacted: false,
      redactions: [],
      models: [],
      isUnread: false,
      blocked: null,
      tripwireTriggered: false,
      degraded: false,
      spans: [],
    });
  });
});

describe('the models of checks', () => {
  it('are named once each, in the order of the policy, also of checks on trial', async () => {
    const judged = (...models: string[]) => testGuardrail(() => ({ ...verdicts.pass, models }));
    const onTrial = testGuardrail(() => ({ ...verdicts.flag, models: ['c'] }), { mode: 'shadow' });
    const outcome = await runInput(policyOf(judged('a', 'b'), passing(), judged('b'), onTrial));
    expect(outcome.models).toEqual(['a', 'b', 'c']);
  });

  it('are not named by a check that gives no verdict', async () => {
    for (const models of ['a', [1], [''], Array(9).fill('a')]) {
      const check = () => ({ ...verdicts.pass, models }) as never;
      expect(await runInput(policyOf(testGuardrail(check)))).toMatchObject({
        ...{ models: [], results: [{ status: 'error' }] },
      });
    }
  });
});

describe('a prompt that a check could not read', () => {
  it('is known, if the check replaces words or looks for private data', async () => {
    const [, broken = () => undefined] = faults[0] ?? [];
    const check = broken as TextCheck;
    const isUnread = async (facts: object) =>
      (await runInput(policyOf(testGuardrail(check, facts)))).isUnread;
    expect(await isUnread({ checksCitations: true })).toBe(true);
    expect(await isUnread({ blockedReason: 'secrets' })).toBe(true);
    expect(await isUnread({ category: 'privacy' })).toBe(true);
    expect(await isUnread({ blockedReason: 'unsafe_content' })).toBe(false);
    expect(await isUnread({ category: 'privacy', mode: 'shadow' })).toBe(false);
  });
});

describe('any combination of verdicts', () => {
  const behaviours = [
    ...Object.values(verdicts).map((verdict) => () => verdict),
    ...faults.map(([, check]) => check),
  ];

  it('[CON-3-21] only a pass is compliant, and only findings and closed failures block', async () => {
    const stages = fc.array(
      fc.record({ behaviour: fc.nat(behaviours.length - 1), failsOpen: fc.boolean() }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(stages, async (specs) => {
        const rails = specs.map(({ behaviour, failsOpen }) => {
          const check = behaviours[behaviour] ?? (() => undefined);
          return testGuardrail(check as TextCheck, { failMode: failsOpen ? 'open' : 'closed' });
        });
        const outcome = await runInput(policyOf(...rails), 'A question');
        const failed = specs.map(({ behaviour }) => behaviour >= 4);
        expect(outcome.results.map((result) => result.compliant)).toEqual(
          specs.map(({ behaviour }) => behaviour === 0),
        );
        expect(outcome.degraded).toBe(specs.some(({ failsOpen }, index) => failed[index] && failsOpen));
        const blocks = specs.some(
          ({ behaviour, failsOpen }, index) => behaviour === 2 || (failed[index] && !failsOpen),
        );
        expect(outcome.tripwireTriggered).toBe(blocks);
        expect(outcome.blocked !== null).toBe(blocks);
        expect(outcome.redacted).toBe(specs.some(({ behaviour }) => behaviour === 3));
        expect(outcome.text).toBe(outcome.redacted ? 'A [word]' : 'A question');
      }),
    );
  });
});

describe('a guardrail in shadow mode', () => {
  it('is reported with its finding, and has no effect', async () => {
    const shadow = { mode: 'shadow' } as const;
    const outcome = await runInput(
      policyOf(
        testGuardrail(() => verdicts.block, shadow),
        testGuardrail(() => verdicts.redact, shadow),
        testGuardrail(() => verdicts.flag, shadow),
      ),
    );
    expect(outcome.results).toMatchObject([
      { compliant: false, action: 'none', status: 'ok', mode: 'shadow' },
      { compliant: false, action: 'none', status: 'ok', mode: 'shadow' },
      { compliant: false, action: 'none', status: 'ok', mode: 'shadow' },
    ]);
    expect(outcome).toMatchObject({
      ...{ text: 'A question', redacted: false, blocked: null, spans: [] },
      ...{ tripwireTriggered: false, degraded: false },
    });
  });

  it('has no effect if it fails or is degraded', async () => {
    const outcome = await runInput(
      policyOf(
        testGuardrail(() => undefined as never, { mode: 'shadow', failMode: 'closed' }),
        testGuardrail(() => undefined as never, { mode: 'shadow', failMode: 'open' }),
        testGuardrail(() => ({ ...verdicts.pass, degraded: true }), { mode: 'shadow' }),
      ),
    );
    expect(outcome).toMatchObject({ blocked: null, tripwireTriggered: false, degraded: false });
    expect(outcome.results).toMatchObject([
      { compliant: false, status: 'error', action: 'none' },
      { compliant: false, status: 'error', action: 'none' },
      { compliant: true },
    ]);
    expect(outcome.results[0]?.reasoning).toContain('shadow mode');
  });
});

describe('the details of a verdict', () => {
  it('degrades the answer if something was unavailable', async () => {
    const outcome = await runInput(policyOf(testGuardrail(() => ({ ...verdicts.pass, degraded: true }))));
    expect(outcome).toMatchObject({ degraded: true, blocked: null, results: [{ compliant: true }] });
  });

  it('reports the ranges that it blocks for, but never of personal data', async () => {
    const spans = [{ start: 2, end: 10 }];
    const blocking = testGuardrail(() => ({ ...verdicts.block, spans }));
    const hiding = testGuardrail(() => ({ ...verdicts.block, spans }), { category: 'privacy' });
    const outcome = await runInput(policyOf(blocking, hiding));
    expect(outcome.spans).toEqual([{ guardrailId: blocking.id, start: 2, end: 10 }]);
  });
});
