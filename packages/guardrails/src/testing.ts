export { checkText } from './check-text.ts';
export { assessAttacks } from './checks/assess-attack.ts';
export { worstOf } from './checks/assess-unsafe.ts';
export { buildPersonalData } from './checks/build-personal-data.ts';
export { buildSecrets } from './checks/build-secrets.ts';
export { findTextsToScreen } from './checks/build-unsafe-content.ts';
export { buildWords } from './checks/build-words.ts';
export { attackThresholds, unsafeThresholds } from './checks/classifier-thresholds.ts';
export { combineOdds } from './checks/combine-odds.ts';
export { scoreViewsSync } from './checks/score-views.ts';
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
export { filterPassages } from './filter-passages.ts';
export type { Redaction, TextGuardrail } from './guardrail.ts';
export { guardrailIds } from './guardrail-ids.ts';
export { contactGenerators, namedGenerators } from './personal-data/test-support/named-identifiers.ts';
export { createRandom, type Random } from './personal-data/test-support/random.ts';
export { type SampleGenerator, strongGenerators } from './personal-data/test-support/valid-identifiers.ts';
export { createPhraseFinder } from './phrase-finder.ts';
export { findAttacks } from './prompt-attack/find-attacks.ts';
export { disguises } from './prompt-attack/test-support/disguises.ts';
export { heldOutPhrases } from './prompt-attack/test-support/held-out-phrases.ts';
export { createCanaryFinder } from './prompt-leak/create-canary-finder.ts';
export { createOverlapMeter } from './prompt-leak/create-overlap-meter.ts';
export { passedOutcome } from './test-support/passed-outcome.ts';
export { answersOf, deniedWords, ends } from './test-support/planted-answers.ts';
export { allReadings, buildPartViewsSync, type View } from './views/build-part-views.ts';
export { buildViews } from './views/build-views.ts';
export { createViewSource, type ViewReading } from './views/view-source.ts';
