import { expect, test } from 'vitest';
import { checkFacts, guardrailChecks } from './guardrail-checks.ts';
import { guardrailRequestExamples } from './guardrail-examples.ts';
import { guardrailPolicySchema } from './guardrail-policy.ts';
import { describeSettings } from './guardrail-settings.ts';
import { policyQuerySchema, policyStateSchema } from './guardrail-state.ts';
import { trialRequestSchema } from './guardrail-trial.ts';

const id = (digit: number) => `grd_01jd7c2m4pf0e8a6ktyr3w5n${String(digit).padStart(2, '0')}`;

/** The minimal settings of each check. */
const leastSettings: Readonly<Record<string, object>> = {
  prompt_size: { code_points_max: 10 },
  topic: { denied: [{ name: 'Law', description: 'Legal questions.' }] },
  words: { words: ['heron'] },
  prompt_leak: { canaries: ['heron'] },
  format: { code_points_max: 10 },
  pattern: { pattern: 'x' },
  rule: { rule: 'Be kind.' },
};

const everyCheck = guardrailChecks.flatMap((check) =>
  checkFacts[check].stages.map((stage) => ({
    ...{ name: `${check} ${stage}`, check, stage, action: 'flag' },
    ...(check in leastSettings ? { settings: leastSettings[check] } : {}),
  })),
);

test('a policy may name every check at each of its stages, and gets defaults for the rest', () => {
  const policy = guardrailPolicySchema.parse({ guardrails: everyCheck });
  expect(policy.blocked_prompts).toBe('redacted');
  for (const { check, category, fail_mode, threshold, mode, timeout_ms = null } of policy.guardrails)
    expect({ category, fail_mode, threshold, mode, timeout_ms }).toEqual({
      category: checkFacts[check].category,
      fail_mode: checkFacts[check].failMode,
      threshold: checkFacts[check].threshold,
      mode: 'enforce',
      timeout_ms: null,
    });
});

test('a parsed policy parses again to the same, and can be shown', () => {
  const { guardrails, ...rest } = guardrailPolicySchema.parse({ guardrails: everyCheck });
  const policy = { ...rest, guardrails: guardrails.map((entry, index) => ({ ...entry, id: id(index) })) };
  expect(guardrailPolicySchema.parse(policy)).toEqual(policy);
  const known = { revision: 1, version: '1-a', built_in: false, created_by: null };
  const state = {
    ...known,
    created_at: '2024-11-21T09:14:03.231Z',
    policy,
    moved_thresholds: {},
    proposed_thresholds: [],
  };
  expect(policyStateSchema.parse(state)).toEqual(state);
});

const first = (guardrail: object) => ({ guardrails: [{ ...everyCheck[0], ...guardrail }] });

test('a contradictory policy is rejected with the path of the contradiction', () => {
  const words = { name: 'W', check: 'words', stage: 'input', action: 'block', settings: { words: ['x'] } };
  const attack = { name: 'A', check: 'prompt_attack' };
  for (const [given, ...path] of [
    [{}, 'guardrails'],
    [{ guardrails: Array(65).fill(words) }, 'guardrails'],
    [first({ name: 'a\nb' }), 'guardrails', 0, 'name'],
    [first({ stage: 'output' }), 'guardrails', 0, 'stage'],
    [first({ action: 'redact' }), 'guardrails', 0, 'action'],
    [first({ settings: {} }), 'guardrails', 0, 'settings', 'code_points_max'],
    [first({ timeout_ms: 10_001 }), 'guardrails', 0, 'timeout_ms'],
    [{ guardrails: [{ ...attack, stage: 'retrieval', action: 'block' }] }, 'guardrails', 0, 'action'],
    [{ guardrails: [{ ...attack, stage: 'input', action: 'redact' }] }, 'guardrails', 0, 'action'],
    [{ guardrails: [words, words].map((entry) => ({ ...entry, id: id(0) })) }, 'guardrails', 1, 'id'],
    [{ guardrails: [], bands: { high: 0.2, medium: 0.4 } }, 'bands'],
  ] as const) {
    expect(guardrailPolicySchema.safeParse(given).error?.issues.map((issue) => issue.path)).toEqual([path]);
  }
});

test('a policy that was never put has no revision data', () => {
  const policy = guardrailPolicySchema.parse({ guardrails: [] });
  const shown = { policy, moved_thresholds: {}, proposed_thresholds: [] };
  const never = { revision: 0, version: 'default-a', built_in: true, created_at: null, created_by: null };
  expect(policyStateSchema.safeParse({ ...never, ...shown }).success).toBe(true);
  for (const wrong of [
    { built_in: false },
    { created_at: '2024-11-21T09:14:03.231Z' },
    { created_by: 'key_01jd7b0s2t4v6w8x0y1z3a5b7c' },
    { revision: 1 },
    { revision: -1 },
  ])
    expect(policyStateSchema.safeParse({ ...never, ...wrong, ...shown }).success).toBe(false);
});

test('the revision number is parsed strictly', () => {
  expect(policyQuerySchema.parse({})).toEqual({});
  expect(policyQuerySchema.parse({ revision: '0' })).toEqual({ revision: 0 });
  expect(policyQuerySchema.parse({ revision: '12' })).toEqual({ revision: 12 });
  for (const revision of ['', '+1', '01', '1.0', '1e3', ' 1', '-1', '9999999999', ['1'], 1])
    expect(policyQuerySchema.safeParse({ revision }).success).toBe(false);
});

test('a policy is tried on texts or on messages, and not on both', () => {
  const texts = [{ text: 'x', stage: 'retrieval' }];
  for (const given of [{ texts }, { messages: { last: 1 } }, { messages: { ids: ['msg_x'] } }])
    expect(trialRequestSchema.safeParse(given).success).toBe(true);
  for (const given of [{}, { texts, messages: { last: 1 } }, { messages: {} }, { texts, more: 1 }])
    expect(trialRequestSchema.safeParse(given).success).toBe(false);
  expect(trialRequestSchema.safeParse(guardrailRequestExamples['testGuardrails']).success).toBe(true);
});

test('every setting of a check is described', () => {
  expect(describeSettings('grounding')).toContainEqual({
    ...{ name: 'when_judge_unavailable', type: 'flag|block', required: false, default: 'flag' },
    description: expect.any(String),
  });
  expect(describeSettings('words')).toEqual([{ name: 'words', type: 'string[]', required: true }]);
  expect(describeSettings('secrets')).toEqual([]);
});
