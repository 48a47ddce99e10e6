/** Steps of verifying and scoring, which research measures one at a time. */

// Grounding what was written.

export { findQuotes, type QuoteCandidate } from '../verify/find-quote.ts';
export { type GroundLines, groundLines, type JudgeLines } from '../verify/ground-lines.ts';
export {
  chooseGrounding,
  claimsFor,
  findUnitWords,
  leastOf,
  type WordsFound,
  wantedOf,
} from '../verify/ground-unit.ts';
export type { Grounding } from '../verify/grounder.ts';
export { readQuotableSource } from '../verify/read-quotable-source.ts';
export { repeatsQuestion } from '../write/repeats-question.ts';
export { stripAttribution } from '../write/strip-attribution.ts';
export { claimOf } from '../write/unit-place.ts';
export { notCoveredWord } from '../write/write-task.ts';

// Scoring.

export { checkModel, type MethodModel } from '../score/confidence-model.ts';
export { evidenceOf } from '../score/evidence-of.ts';
export { fitLogistic } from '../score/fit-logistic.ts';
export { type FittedRow, fitMethod } from '../score/fit-method.ts';
export type { LabelledRow } from '../score/fit-near-prior.ts';
export { logitOf } from '../score/logit.ts';
export { scoreAnswer } from '../score/score-answer.ts';
