import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract';

const defaults = guardrailPolicySchema.parse({
  guardrails: [{ name: 'Grounding', check: 'grounding', stage: 'output', action: 'block' }],
});
const groundingDefaults = defaults.guardrails.find((entry) => entry.check === 'grounding')?.settings;

type AddedField = 'answering' | 'confidence' | 'review';
type LegacyMessages = Pick<GuardrailPolicy['messages'], 'blocked' | 'not_covered'>;
type LegacyPolicy = Omit<GuardrailPolicy, AddedField | 'messages'> &
  Partial<Pick<GuardrailPolicy, AddedField>> & { readonly messages: LegacyMessages };

/** Adds the defaults of fields that policies did not have yet when this one was stored. */
export function completePolicy(stored: LegacyPolicy): GuardrailPolicy {
  const { answering, confidence, review } = defaults;
  return {
    ...{ answering, confidence, review },
    ...stored,
    messages: { ...defaults.messages, ...stored.messages },
    guardrails: stored.guardrails.map((entry) =>
      entry.check === 'grounding'
        ? { ...entry, settings: { ...groundingDefaults, ...entry.settings } }
        : entry,
    ),
  };
}
