/**
 * Golden sets: asking their questions, marking the answers, the figures of a run, the gate before a publication, and reports.
 * It knows no store: a caller brings the asking and keeps the runs.
 */

export { drawReliability } from './charts/draw-reliability.ts';
export type {
  EvaluationId,
  GoldenId,
  GoldenQuestion,
  GoldenStore,
  PublishGate,
  StoredEvaluation,
} from './golden/golden-store.ts';
export { readQuestions } from './golden/golden-store.ts';
export { type AnswerMark, answerWords, markAnswer, type ObservedAnswer } from './golden/mark-answer.ts';
export { mergeQuestions, questionKey } from './golden/merge-questions.ts';
export { comparisonRows } from './report/comparison-rows.ts';
export { figureRows } from './report/figure-rows.ts';
export {
  conditionsInWords,
  expectedInWords,
  outcomeWords,
  reasonsInWords,
  subjectInWords,
  verdictWords,
} from './report/report-words.ts';
export { writeHtml } from './report/write-html.ts';
export { writeJunit } from './report/write-junit.ts';
export { askQuestions } from './run/ask-questions.ts';
export { compareCooperatively } from './run/compare-evaluations.ts';
export { computeFigures } from './run/compute-figures.ts';
export { conditionsHash } from './run/conditions-hash.ts';
export {
  closedGate,
  countImpaired,
  decideGate,
  type GatedRuns,
  type GateOutcome,
  openGate,
} from './run/decide-gate.ts';
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
export { suggestFromDocument } from './suggestion/suggest-from-document.ts';
export { suggestFromPair } from './suggestion/suggest-from-pair.ts';
export { suggestNotCovered } from './suggestion/suggest-not-covered.ts';
export type { Suggestion } from './suggestion/suggestion.ts';
