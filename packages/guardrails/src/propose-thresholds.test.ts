import { type GuardrailPolicy, guardrailPolicySchema, type ThresholdName } from '@avow/contract/guardrails';
import { describe, expect, it } from 'vitest';
import { proposedToWire, proposeThresholds, raiseThresholds } from './propose-thresholds.ts';

const policyOf = (...guardrails: object[]) => guardrailPolicySchema.parse({ guardrails }) as GuardrailPolicy;
const attack = { name: 'Attack', check: 'prompt_attack', stage: 'input', action: 'block', threshold: 0.5 };
const unsafe = { name: 'Unsafe', check: 'unsafe_content', stage: 'input', action: 'block', threshold: 0.9 };
const said = (wrong: number, right = 0) => ({ wrong, right, authorCount: wrong + right, keyCount: 1 });

describe('thresholds that feedback proposes', () => {
  const proposed = (policy: GuardrailPolicy, blocks: Parameters<typeof proposeThresholds>[1]) =>
    Object.fromEntries(proposeThresholds(policy, blocks).map((one) => [one.name, one.proposed]));

  it('rise by a tenth of the room for each prompt that was harmless, and never to the end', () => {
    const rising = (count: number) => proposed(policyOf(attack), { prompt_attack: said(count) });
    expect(rising(1)).toEqual({ prompt_attack: 0.55 });
    expect(rising(2)).toEqual({ prompt_attack: 0.595 });
    expect(rising(10)['prompt_attack']).toBeGreaterThan(0.8);
    expect(rising(1_000)).toEqual({ prompt_attack: 0.875 });
  });

  it('say what they are based on', () => {
    expect(proposeThresholds(policyOf(attack), { prompt_attack: said(3, 1) })).toEqual([
      { ...said(3, 1), name: 'prompt_attack', threshold: 0.5, proposed: 0.595 },
    ]);
  });

  it('never fall, and none is proposed if as many prompts were rightly blocked', () => {
    expect(proposed(policyOf(attack), { prompt_attack: said(2, 3) })).toEqual({});
    expect(proposed(policyOf(attack), { prompt_attack: said(2, 2) })).toEqual({});
    expect(proposed(policyOf({ ...attack, threshold: 1 }), { prompt_attack: said(5) })).toEqual({});
  });

  it('are those of the kind that was found', () => {
    expect(proposed(policyOf(unsafe), { crime: said(1), prompt_attack: said(4) })).toEqual({ crime: 0.91 });
  });

  it('are for prompts alone, and only if the policy lets them', () => {
    const passages = { ...attack, stage: 'retrieval', action: 'redact' };
    const fixed = { ...attack, settings: { learn_from_feedback: false } };
    for (const one of [passages, fixed])
      expect(proposed(policyOf(one), { prompt_attack: said(5) })).toEqual({});
  });
});

describe('a proposed threshold on the wire', () => {
  it('has its name, both thresholds and what it is based on', () => {
    const [one] = proposeThresholds(policyOf(attack), { prompt_attack: said(3, 1) });
    expect(one && proposedToWire(one)).toEqual({
      ...{ name: 'prompt_attack', threshold: 0.5, proposed: 0.595 },
      ...{ wrongly_blocked: 3, rightly_blocked: 1, author_count: 4, key_count: 1 },
    });
  });
});

describe('raising thresholds', () => {
  const raised = (policy: GuardrailPolicy, accepted: Partial<Record<ThresholdName, number>>) =>
    raiseThresholds(policy, accepted).guardrails;

  it('changes those that were accepted, where they are lower, and nothing else', () => {
    const fixed = { ...attack, name: 'Fixed', settings: { learn_from_feedback: false } };
    const strict = { ...attack, name: 'Strict', threshold: 0.7 };
    const policy = policyOf(attack, fixed, strict, unsafe);
    const after = raised(policy, { prompt_attack: 0.6 });
    expect(after.map(({ threshold }) => threshold)).toEqual([0.6, 0.5, 0.7, 0.9]);
    expect(after.slice(1)).toEqual(policy.guardrails.slice(1));
    expect(raised(policyOf(unsafe), { crime: 0.95 })[0]).toMatchObject({
      threshold: 0.9,
      settings: { thresholds: { crime: 0.95 } },
    });
    expect(raised(policyOf(attack), { crime: 0.95 })).toEqual(policyOf(attack).guardrails);
    const low = { ...unsafe, settings: { thresholds: { crime: 0.6 } } };
    expect(raised(policyOf(low), { crime: 0.8 })[0]).toMatchObject({
      settings: { thresholds: { crime: 0.8 } },
    });
  });
});
