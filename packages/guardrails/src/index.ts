/**
 * Checks, policies and screening. A policy is compiled into guardrails that run on a prompt, on passages or on an answer, and
 * give a verdict each. Parts that only tests and measurements call are in `@avow/guardrails/testing`.
 */

// Guarding a query.

export { createGuard } from './create-guard.ts';
export { createGuards } from './create-guards.ts';
export { explainText, type TextExplanation } from './explain-text.ts';
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
  WrittenClaim,
} from './guardrail.ts';

// Policies and their store.

export { compilePolicy } from './compile-policy.ts';
export { createGuardrailPolicies } from './create-guardrail-policies.ts';
export { defaultPolicy } from './default-policy.ts';
export type {
  GuardrailPolicies,
  PastMessage,
  PastMessages,
  PolicyChange,
  PolicyRevision,
  TrialSubject,
} from './guardrail-policies.ts';
export type { PolicyStore, StoredPolicy } from './policy-store.ts';
export { builtInVersion, policyDigest } from './policy-version.ts';
export { type BlocksByThreshold, proposedToWire } from './propose-thresholds.ts';

// Screening of passages.

export { createInjectionDetector } from './checks/create-injection-detector.ts';
export { createPassageScreening } from './checks/create-passage-screening.ts';
export type { PassageScreening, StoredScreening } from './checks/passage-screening.ts';

// What checks are made of.

export type { CheckParts } from './checks/check-builder.ts';
export { foldPhrases } from './checks/fold-phrases.ts';
export { groupOf, nameTypes } from './checks/personal-data-groups.ts';
export { createAllowance } from './checks/policy-allowance.ts';
export { foldWords } from './fold-words.ts';
export { type CompiledSchema, type ConformsTo, compileSchema } from './json-schema/compile-schema.ts';
export { dataTypes } from './personal-data/data-types.ts';
export { placeholdersIn } from './personal-data/placeholders.ts';
