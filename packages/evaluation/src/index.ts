/**
 * Golden sets: asking their questions, marking the answers, the figures of a run, the gate before a publication, and reports.
 * It knows no store: a caller brings the asking and keeps the runs.
 */

// Runs and what they need of a caller.

export type {
  Asking,
  AskingOptions,
  Conditions,
  PreparedSubject,
  SubjectOptions,
  SubjectRequest,
} from './golden/evaluation-subject.ts';
export type {
  CheckGate,
  Evaluated,
  EvaluationOptions,
  EvaluationProgress,
  EvaluationRun,
  EvaluationRuns,
  Evaluations,
  GateOutcome,
  GateRequest,
  GoldenSets,
  NotEvaluated,
} from './golden/evaluations.ts';
export type {
  EvaluationId,
  GoldenId,
  GoldenQuestion,
  GoldenStore,
  PublishGate,
  StoredEvaluation,
} from './golden/golden-store.ts';

// Asking and marking.

export { askQuestions } from './golden/ask-questions.ts';
export { conditionsHash } from './golden/conditions-hash.ts';
export { expectationToWire, isRight, type ServiceReply } from './golden/evaluate-reply.ts';
export { type Mark, markAnswer, type ObservedAnswer } from './golden/mark-answer.ts';

// Figures, comparison and the gate.

export { compareCooperatively } from './golden/compare-evaluation-runs.ts';
export { computeFigures } from './golden/compute-figures.ts';
export { closedGate, countImpaired, decideGate, type GatedRuns, openGate } from './golden/decide-gate.ts';

// Questions: reading, merging, suggesting.

export { mergeQuestions, questionKey } from './golden/merge-questions.ts';
export { readQuestions } from './golden/read-questions.ts';
export { suggestFromDocument } from './suggestion/suggest-from-document.ts';
export { suggestFromPair } from './suggestion/suggest-from-pair.ts';
export { suggestNotCovered } from './suggestion/suggest-not-covered.ts';
export type { Suggestion } from './suggestion/suggestion.ts';

// Reports and charts.

export { drawReliability } from './charts/draw-reliability.ts';
export { drawRiskCoverage } from './charts/draw-risk-coverage.ts';
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
