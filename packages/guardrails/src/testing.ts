/** Policies, screeners and answers that tests of the service plant. */

// Guardrails.

export { checkText } from './check-text.ts';
export {
  builtGuardrail,
  noParts,
  open,
  policyOf,
  testGuardrail,
  verdicts,
} from './contract/test-guardrails.ts';
export type { GuardrailPoliciesDependencies } from './create-guardrail-policies.ts';
export type { Redaction, TextGuardrail } from './guardrail.ts';
export { passedOutcome } from './test-support/passed-outcome.ts';

// Screening.

export { screenerOf, testScreening } from './contract/test-screener.ts';
export { createViewSource, type ViewReading } from './views/view-source.ts';

// Planted answers and identifiers.

export { contactGenerators, namedGenerators } from './personal-data/test-support/named-identifiers.ts';
export { createRandom, type Random } from './personal-data/test-support/random.ts';
export { type SampleGenerator, strongGenerators } from './personal-data/test-support/valid-identifiers.ts';
export { disguises } from './prompt-attack/test-support/disguises.ts';
export { heldOutPhrases } from './prompt-attack/test-support/held-out-phrases.ts';
export { answersOf, deniedWords, ends } from './test-support/planted-answers.ts';
