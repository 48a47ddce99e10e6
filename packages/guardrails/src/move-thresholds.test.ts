import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { moveThresholds, nameMoved, readMoved } from './move-thresholds.ts';

const policyOf = (...guardrails: object[]) => guardrailPolicySchema.parse({ guardrails }) as GuardrailPolicy;
const attack = { name: 'Attack', check: 'prompt_attack', stage: 'input', action: 'block', threshold: 0.5 };
const unsafe = { name: 'Unsafe', check: 'unsafe_content', stage: 'input', action: 'block', threshold: 0.9 };
const thresholdOf = (policy: GuardrailPolicy) => policy.guardrails[0]?.threshold;

describe('thresholds that feedback moves', () => {
  it('rise by a tenth of the room for each prompt that was harmless, and never to the end', () => {
    const moved = (count: number) =>
      thresholdOf(moveThresholds(policyOf(attack), { prompt_attack: count }).policy);
    expect(moved(1)).toBe(0.55);
    expect(moved(2)).toBe(0.595);
    expect(moved(10)).toBeGreaterThan(0.8);
    expect(moved(1_000)).toBe(0.875);
  });

  it('never fall below those of the policy', () => {
    const policy = policyOf(attack);
    expect(moveThresholds(policy, { prompt_attack: -3 })).toEqual({ policy, moved: {}, thresholds: {} });
  });

  it('are those of the kind that was found', () => {
    const { policy, moved, thresholds } = moveThresholds(policyOf(unsafe), { crime: 1, prompt_attack: 4 });
    expect(policy.guardrails[0]).toMatchObject({ threshold: 0.9, settings: { thresholds: { crime: 0.91 } } });
    expect([moved, thresholds]).toEqual([{ crime: 1 }, { crime: 0.91 }]);
  });

  it('are for prompts alone, and only if the policy lets them', () => {
    const passages = { ...attack, stage: 'retrieval', action: 'redact' };
    const fixed = { ...attack, settings: { learn_from_feedback: false } };
    for (const one of [passages, fixed])
      expect(thresholdOf(moveThresholds(policyOf(one), { prompt_attack: 5 }).policy)).toBe(0.5);
  });

  it('are named by the version of a policy', () => {
    const moved = { prompt_attack: 3, crime: 1 };
    expect(nameMoved('3-9f2c41d07be6', moved)).toBe('3-9f2c41d07be6+prompt_attack:3+crime:1');
    expect(readMoved(nameMoved('3-9f2c41d07be6', moved))).toEqual({ version: '3-9f2c41d07be6', moved });
    expect(readMoved('default-1+unknown:2')).toEqual({ version: 'default-1', moved: {} });
    expect(nameMoved('default-1', {})).toBe('default-1');
    expect(readMoved('default-1')).toEqual({ version: 'default-1', moved: {} });
  });
});
