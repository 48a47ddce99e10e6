import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract';

const usual = guardrailPolicySchema.parse({
  guardrails: [{ name: 'Grounding', check: 'grounding', stage: 'output', action: 'block' }],
});
const usualGrounding = usual.guardrails.find((entry) => entry.check === 'grounding')?.settings;

type StoredBefore = Omit<GuardrailPolicy, 'answering'> & Partial<Pick<GuardrailPolicy, 'answering'>>;

/** A stored policy with what policies did not have yet when it was put: there it is as if it had been left out. */
export function completePolicy({ answering = usual.answering, ...stored }: StoredBefore): GuardrailPolicy {
  return {
    ...stored,
    answering,
    guardrails: stored.guardrails.map((entry) =>
      entry.check === 'grounding' ? { ...entry, settings: { ...usualGrounding, ...entry.settings } } : entry,
    ),
  };
}
