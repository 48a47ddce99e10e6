import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract';

const usual = guardrailPolicySchema.parse({
  guardrails: [{ name: 'Grounding', check: 'grounding', stage: 'output', action: 'block' }],
});
const usualGrounding = usual.guardrails.find((entry) => entry.check === 'grounding')?.settings;

type Later = 'answering' | 'confidence' | 'review';
type StoredBefore = Omit<GuardrailPolicy, Later> & Partial<Pick<GuardrailPolicy, Later>>;

/** A stored policy with what policies did not have yet when it was put: there it is as if it had been left out. */
export function completePolicy(stored: StoredBefore): GuardrailPolicy {
  const { answering, confidence, review } = usual;
  return {
    ...{ answering, confidence, review },
    ...stored,
    guardrails: stored.guardrails.map((entry) =>
      entry.check === 'grounding' ? { ...entry, settings: { ...usualGrounding, ...entry.settings } } : entry,
    ),
  };
}
