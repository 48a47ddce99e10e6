import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract/guardrails';
import { expect, it } from 'vitest';
import { completePolicy } from './complete-policy.ts';

const guardrails = [
  {
    ...{
      id: 'grd_01ka2tpzg2et8t8tpxt3590sye',
      name: 'Grounding',
      check: 'grounding',
      stage: 'output',
      action: 'block',
    },
    settings: { supported_min: 0.7 },
  },
  {
    id: 'grd_01ka2tpzg2et8t8tpxt3590syf',
    name: 'Secrets',
    check: 'secrets',
    stage: 'output',
    action: 'redact',
  },
];
const policy = guardrailPolicySchema.parse({ guardrails }) as GuardrailPolicy;

it('adds defaults to a policy that was stored before these fields existed', () => {
  const { answering: _, ...before } = policy;
  const [grounding, ...others] = policy.guardrails;
  const { generated_supported_min: __, ...settings } = { ...grounding?.settings } as Record<string, unknown>;
  const { enabled: ___, ...earlier } = { ...grounding } as Record<string, unknown>;
  const stored = {
    ...before,
    messages: { blocked: policy.messages.blocked, not_covered: policy.messages.not_covered },
    guardrails: [{ ...earlier, settings }, ...others],
  } as unknown as GuardrailPolicy;
  expect(completePolicy(stored)).toEqual(policy);
});

it('keeps the fields that are set', () => {
  const own = { ...policy, answering: { ...policy.answering, start_tier: 0 } };
  expect(completePolicy(own)).toEqual(own);
});

it('flags nothing more for a policy that was stored before there were flags, and lets it learn', () => {
  const screening = (['prompt_attack', 'unsafe_content'] as const).map((check, at) => ({
    ...{ id: `grd_01ka2tpzg2et8t8tpxt3590sy${at}`, name: check, check, stage: 'input', action: 'block' },
  }));
  const parsed = guardrailPolicySchema.parse({ guardrails: screening }) as GuardrailPolicy;
  const stored = {
    ...parsed,
    guardrails: parsed.guardrails.map((entry) => {
      const {
        flag_from: _,
        learn_from_feedback: __,
        ...settings
      } = entry.settings as Record<string, unknown>;
      return { ...entry, settings } as typeof entry;
    }),
  };
  for (const { settings } of completePolicy(stored).guardrails)
    expect(settings).toMatchObject({ flag_from: null, learn_from_feedback: true });
});
