/**
 * Checks and screening. A policy is compiled into guardrails that run on a prompt, on passages or on an
 * answer, and give a verdict each. Policies, their versions and their store are at
 * `@avow/guardrails/policies`.
 */

// Guarding a query.

export { createGuard } from './create-guard.ts';
export { createGuards } from './create-guards.ts';
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

// Screening of passages.

export { createInjectionDetector } from './checks/create-injection-detector.ts';
export { createPassageScreening } from './checks/create-passage-screening.ts';
export type { PassageScreening, StoredScreening } from './checks/passage-screening.ts';

// What checks are made of.

export type { CheckDependencies } from './checks/check-builder.ts';
export { foldPhrases } from './checks/fold-phrases.ts';
export { groupOf, nameTypes } from './checks/personal-data-groups.ts';
export { createAllowance } from './checks/policy-allowance.ts';
export { foldWords } from './fold-words.ts';
export { type CompiledSchema, type ConformsTo, compileSchema } from './json-schema/compile-schema.ts';
export { dataTypes } from './personal-data/data-types.ts';
export { placeholdersIn } from './personal-data/placeholders.ts';

// Explaining.

export { explainText, type TextExplanation } from './explain-text.ts';
