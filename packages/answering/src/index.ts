/**
 * From a question and stored words to a grounded, scored answer, in the order of its folders: understand,
 * retrieve, read, write, verify, score. It knows no store and no HTTP: a caller brings the content, the
 * search and the models. Here are all steps at once; single ones are at `@avow/answering/understand`,
 * `/retrieve`, `/write` and `/score`.
 */

// All steps at once, and what they give.

export type { AnsweringSteps } from './answering-steps.ts';
export { createAnsweringSteps } from './create-answering-steps.ts';
export type {
  Comparison,
  Draft,
  QuotedDraft,
  Support,
  WrittenChange,
  WrittenDraft,
} from './draft.ts';
export type { FailedTier } from './failed-tier.ts';
export type {
  AnswerFound,
  ModelsUsed,
  Retrieved,
  Searched,
  TimeLeft,
  WritingOptions,
  WrittenFound,
} from './found.ts';
export type { Nearest } from './nearest.ts';
export type { Related } from './related.ts';

// What is brought to it.

export {
  joinQuestionAndPrompt,
  type Question,
  type RefinedQuestion,
  type TranslatedQuestion,
  type Turn,
} from './question.ts';
export type {
  CuratedMatch,
  CuratedPair,
  DocumentSummary,
  ServedContent,
  StoredDocument,
  Viewer,
} from './served-content.ts';
export type { EmbeddedShare, FoundPassages, ServedSearch } from './served-search.ts';
