import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract/guardrails';

const defaults = guardrailPolicySchema.parse({
  guardrails: [{ name: 'Grounding', check: 'grounding', stage: 'output', action: 'block' }],
});
const groundingDefaults = defaults.guardrails.find((entry) => entry.check === 'grounding')?.settings;

/** Earlier policies did nothing about what did not reach a threshold. */
const screeningDefaults = { flag_from: null, learn_from_feedback: true };

type AddedField = 'answering' | 'confidence' | 'review';
type LegacyMessages = Partial<GuardrailPolicy['messages']>;
type Entry = GuardrailPolicy['guardrails'][number];
type LegacyEntry = Omit<Entry, 'enabled'> & Partial<Pick<Entry, 'enabled'>>;
type LegacyPolicy = Omit<GuardrailPolicy, AddedField | 'messages' | 'guardrails'> &
  Partial<Pick<GuardrailPolicy, AddedField>> & {
    readonly messages: LegacyMessages;
    readonly guardrails: readonly LegacyEntry[];
  };

/** Adds the defaults of fields that policies did not have yet when this one was stored. */
export function completePolicy(stored: LegacyPolicy): GuardrailPolicy {
  const { answering, confidence, review } = defaults;
  return {
    ...{ answering, confidence, review },
    ...stored,
    messages: { ...defaults.messages, ...stored.messages },
    guardrails: stored.guardrails.map(completeGuardrail),
  };
}

/** Every guardrail of an earlier policy ran. */
function completeGuardrail(stored: LegacyEntry): Entry {
  const entry = { enabled: true, ...stored } as Entry;
  switch (entry.check) {
    case 'grounding':
      return { ...entry, settings: { ...groundingDefaults, ...entry.settings } };
    case 'prompt_attack':
      return { ...entry, settings: { ...screeningDefaults, ...entry.settings } };
    case 'unsafe_content':
      return { ...entry, settings: { ...screeningDefaults, ...entry.settings } };
    default:
      return entry;
  }
}
