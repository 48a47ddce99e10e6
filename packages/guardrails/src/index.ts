export { checkText } from './check-text.ts';
export { assessAttacks } from './checks/assess-attack.ts';
export { worstOf } from './checks/assess-unsafe.ts';
export { findTextsToScreen } from './checks/build-unsafe-content.ts';
export type { CheckParts } from './checks/check-builder.ts';
export { attackThresholds, unsafeThresholds } from './checks/classifier-thresholds.ts';
export { combineOdds } from './checks/combine-odds.ts';
export { createInjectionDetector } from './checks/create-injection-detector.ts';
export { createPassageScreening } from './checks/create-passage-screening.ts';
export { foldPhrases } from './checks/fold-phrases.ts';
export type { PassageScreening, ScreeningResults, StoredScreening } from './checks/passage-screening.ts';
export { groupOf, nameTypes } from './checks/personal-data-groups.ts';
export { createAllowance } from './checks/policy-allowance.ts';
export { scoreViewsSync } from './checks/score-views.ts';
export { compilePolicy } from './compile-policy.ts';
export { createGuard } from './create-guard.ts';
export { createGuardrailPolicies } from './create-guardrail-policies.ts';
export { createGuards } from './create-guards.ts';
export { defaultPolicy } from './default-policy.ts';
export { explainText, type TextExplanation } from './explain-text.ts';
export { filterPassages } from './filter-passages.ts';
export { foldWords } from './fold-words.ts';
export type {
  Block,
  FilterOutcome,
  GivenBlock,
  Guard,
  Guards,
  InputOutcome,
  PassageObjection,
  StageOutcome,
} from './guard.ts';
export type {
  AnswerJudgement,
  DetectInjection,
  GuardrailInput,
  Policy,
  QuotedWords,
  Redaction,
  WrittenClaim,
} from './guardrail.ts';
export { guardrailIds } from './guardrail-ids.ts';
export type {
  GuardrailPolicies,
  PastMessage,
  PastMessages,
  PolicyChange,
  PolicyRevision,
  TrialSubject,
} from './guardrail-policies.ts';
export { type CompiledSchema, type ConformsTo, compileSchema } from './json-schema/compile-schema.ts';
export { dataTypes } from './personal-data/data-types.ts';
export { placeholdersIn } from './personal-data/placeholders.ts';
export { createPhraseFinder } from './phrase-finder.ts';
export type { PolicyStore, StoredPolicy } from './policy-store.ts';
export { builtInVersion, policyDigest } from './policy-version.ts';
export { findAttacks } from './prompt-attack/find-attacks.ts';
export { type BlocksByThreshold, proposedToWire } from './propose-thresholds.ts';
export { allReadings, buildPartViewsSync, type View } from './views/build-part-views.ts';
export { buildViews } from './views/build-views.ts';
export { createViewSource, type ViewReading } from './views/view-source.ts';
