import { guardrailPolicySchema, guardrailStages } from '@avow/contract/guardrails';
import { typeIdPattern } from '@avow/contract/testing';
import { describe, expect, it } from 'vitest';
import { type DefaultPolicySettings, defaultPolicy } from './default-policy.ts';
import { guardrailIds } from './guardrail-ids.ts';
import { builtInVersion } from './policy-version.ts';

const settings: DefaultPolicySettings = {
  promptCodePointsMax: 8_000,
  deniedWords: ['falcon', 'nightfall'],
  grounding: { supportedMin: 0.2, contradictedMax: 0.9, sentenceContradictedMax: 0.97 },
  has: { screener: true, judge: true },
};

describe('defaultPolicy', () => {
  it('is a policy that the contract accepts, with the checks of each stage together', () => {
    const policy = defaultPolicy(settings);
    expect(guardrailPolicySchema.parse(policy)).toEqual(policy);
    const stages = policy.guardrails.map(({ stage }) => guardrailStages.indexOf(stage));
    expect(stages).toEqual(stages.toSorted());
  });

  it('fails closed in security, privacy and grounding', () => {
    const { guardrails } = defaultPolicy(settings);
    for (const { category, fail_mode: failMode, check } of guardrails)
      if (['security', 'privacy', 'grounding'].includes(category) && check !== 'relevance')
        expect(failMode).toBe('closed');
  });

  it('has ids of the right shape, each once', () => {
    const ids = Object.values(guardrailIds);
    for (const id of ids) expect(id).toMatch(typeIdPattern);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('contains no check that this installation cannot run', () => {
    const checks = (has: DefaultPolicySettings['has']) =>
      defaultPolicy({ ...settings, has }).guardrails.map(({ check }) => check);
    expect(checks({ screener: false, judge: false })).not.toContain('unsafe_content');
    expect(checks({ screener: false, judge: false })).not.toContain('relevance');
    expect(checks(settings.has)).toEqual(expect.arrayContaining(['unsafe_content', 'relevance']));
  });

  it('counts lower scores of prompts as attacks where the model screens them', () => {
    const thresholdOf = (screener: boolean) =>
      defaultPolicy({ ...settings, has: { screener, judge: true } }).guardrails.find(
        ({ id }) => id === guardrailIds.promptAttack,
      )?.threshold;
    expect(thresholdOf(true)).toBeLessThan(thresholdOf(false) ?? 0);
  });

  it('[CON-3-17] has the bands of the contract, and messages for when there is no answer', () => {
    const { bands, messages } = defaultPolicy(settings);
    expect(bands).toEqual({ high: 0.8, medium: 0.5 });
    const given = Object.values(messages).filter((message) => message !== null);
    expect(given.length).toBeGreaterThan(0);
    for (const message of given) expect(message).toMatch(/^[A-Z].+\.$/);
  });
});

describe('the version of the built-in policy', () => {
  const versionOf = (given: Partial<DefaultPolicySettings>) =>
    builtInVersion(defaultPolicy({ ...settings, ...given }));
  const version = versionOf({});

  it('is the same for the same settings, with words in any order', () => {
    expect(version).toMatch(/^default-[0-9a-f]{12}$/);
    expect(versionOf({ deniedWords: ['nightfall', 'falcon', 'falcon'] })).toBe(version);
  });

  it('differs for any other setting', () => {
    const versions = [
      version,
      versionOf({ promptCodePointsMax: 7_999 }),
      versionOf({ deniedWords: ['falcon'] }),
      versionOf({ has: { screener: false, judge: true } }),
      versionOf({ grounding: { ...settings.grounding, supportedMin: 0.1 } }),
    ];
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('does not reveal the denied words', () => {
    expect(version).not.toContain('falcon');
  });
});
