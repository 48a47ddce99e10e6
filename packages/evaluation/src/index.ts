/**
 * Golden sets: asking their questions, marking the answers, the figures of a run, and the gate before a
 * publication. It knows no store: a caller brings the asking and keeps the runs. Reports are at
 * `@avow/evaluation/report`.
 */

// Golden sets and their store.

export {
  type EvaluationId,
  type GoldenId,
  type GoldenQuestion,
  type GoldenStore,
  type PublishGate,
  readQuestions,
  type StoredEvaluation,
} from './golden/golden-store.ts';
export { mergeQuestions, questionKey } from './golden/merge-questions.ts';

// Suggested questions.

export { suggestFromDocument } from './suggestion/suggest-from-document.ts';
export { suggestFromPair } from './suggestion/suggest-from-pair.ts';
export { suggestNotCovered } from './suggestion/suggest-not-covered.ts';
export type { Suggestion } from './suggestion/suggestion.ts';

// Runs.

export { askQuestions } from './run/ask-questions.ts';
export { conditionsHash } from './run/conditions-hash.ts';
export { expectationToWire, isRight, type QuestionReply } from './run/evaluate-reply.ts';
export type {
  Asking,
  AskingOptions,
  Conditions,
  EvaluationProgress,
  PreparedSubject,
  SubjectOptions,
  SubjectRequest,
} from './run/evaluation-subject.ts';

// Marking answers.

export { type AnswerMark, answerWords, markAnswer, type ObservedAnswer } from './golden/mark-answer.ts';

// Figures, comparisons and the gate.

export { compareCooperatively } from './run/compare-evaluations.ts';
export { computeFigures } from './run/compute-figures.ts';
export {
  closedGate,
  countImpaired,
  decideGate,
  type GatedRuns,
  type GateOutcome,
  openGate,
} from './run/decide-gate.ts';
