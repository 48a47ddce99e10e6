export { buildPersonalData } from './checks/build-personal-data.ts';
export { buildSecrets } from './checks/build-secrets.ts';
export { buildWords } from './checks/build-words.ts';
export {
  builtGuardrail,
  noParts,
  open,
  policyOf,
  testGuardrail,
  verdicts,
} from './contract/test-guardrails.ts';
export { screenerOf, testScreening } from './contract/test-screener.ts';
export type { GuardrailPoliciesParts } from './create-guardrail-policies.ts';
export type { TextGuardrail } from './guardrail.ts';
export { contactGenerators, namedGenerators } from './personal-data/test-support/named-identifiers.ts';
export { createRandom, type Random } from './personal-data/test-support/random.ts';
export { type SampleGenerator, strongGenerators } from './personal-data/test-support/valid-identifiers.ts';
export { disguises } from './prompt-attack/test-support/disguises.ts';
export { heldOutPhrases } from './prompt-attack/test-support/held-out-phrases.ts';
export { createCanaryFinder } from './prompt-leak/create-canary-finder.ts';
export { createOverlapMeter } from './prompt-leak/create-overlap-meter.ts';
export { passedOutcome } from './test-support/passed-outcome.ts';
export { answersOf, deniedWords, ends } from './test-support/planted-answers.ts';
