/** Golden questions, runs of them with their figures, comparisons, and the gate before a publication. */

// Runs.

export {
  type EvaluationState,
  type EvaluationSummary,
  evaluationCompareQuerySchema,
  evaluationRequestSchema,
} from './evaluation/evaluation.ts';

// Asking a draft.

export { type DraftTrial, type DraftTrialSide, draftTrialRequestSchema } from './evaluation/draft-trial.ts';

// Reports and comparisons.

export {
  type ComparedFigure,
  comparedFigures,
  type EvaluationComparison,
} from './evaluation/evaluation-comparison.ts';
export {
  type Estimate,
  type EvaluatedShare,
  type EvaluationFigures,
  type EvaluationOutcome,
  type EvaluationReport,
  type EvaluationResult,
  evaluationOutcomes,
  evaluationReportSchema,
} from './evaluation/evaluation-report.ts';

// Golden questions and the gate.

export {
  type GoldenEntry,
  type GoldenFile,
  type GoldenGiven,
  goldenFileSchema,
  goldenLimits,
  goldenListQuerySchema,
  goldenPutRequestSchema,
  goldenRequestSchema,
  goldenSuggestRequestSchema,
  publishGateRequestSchema,
} from './evaluation/golden.ts';
