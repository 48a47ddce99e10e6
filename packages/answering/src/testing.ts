export { meantMin } from './curated/curated-choices.ts';
export {
  findSameQuestion,
  judgeNearest,
  type LikeliestQuestion,
  type SameQuestion,
} from './curated/find-same-question.ts';
export type { SameQuestionFeatures } from './curated/same-question-features.ts';
export { manyPhrasings, sameQuestionMin } from './curated/same-question-weights.ts';
export type { Found, WrittenUnit } from './draft.ts';
export { plainAnswerLines, type ReadingFeatures, withLeadBounded } from './read/answer-line.ts';
export { type AnswerShape, answerShape } from './read/answer-shape.ts';
export { chooseTried, triedLines } from './read/choose-tried.ts';
export { draftQuote } from './read/draft-quote.ts';
export { type JudgedAnswer, judgeAnswer, leadOf } from './read/judge-answer.ts';
export type { ReadCandidate } from './read/rank-read.ts';
export { hurried, type ReadingStage, readingStages, readPassages } from './read/read-passages.ts';
export { showToModel } from './read/show-to-model.ts';
export { contradicted, neither, scriptedReader, supported } from './read/test-support/scripted-reader.ts';
export { coveredMin, nearMin } from './retrieve/near-passages.ts';
export { wordCoverage } from './retrieve/word-coverage.ts';
export { checkModel, type MethodModel } from './score/confidence-model.ts';
export { evidenceOf } from './score/evidence-of.ts';
export { fitLogistic } from './score/fit-logistic.ts';
export { type FittedRow, fitMethod } from './score/fit-method.ts';
export type { LabelledRow } from './score/fit-near-prior.ts';
export { logitOf } from './score/logit.ts';
export { scoreAnswer } from './score/score-answer.ts';
export { asksTheSame } from './understand/check-question-translation.ts';
export { isFaithful } from './understand/check-refinement.ts';
export { refineByRules } from './understand/refine-by-rules.ts';
export { findQuotes, type QuoteCandidate } from './verify/find-quote.ts';
export { type GroundLines, groundLines, type JudgeLines } from './verify/ground-lines.ts';
export {
  chooseGrounding,
  claimsFor,
  findUnitWords,
  leastOf,
  type WordsFound,
  wantedOf,
} from './verify/ground-unit.ts';
export type { Grounding } from './verify/grounder.ts';
export { readQuotableSource } from './verify/read-quotable-source.ts';
export { createUnitCutter } from './write/cut-units.ts';
export { gatherSources } from './write/gather-sources.ts';
export { repeatsQuestion } from './write/repeats-question.ts';
export { stripAttribution } from './write/strip-attribution.ts';
export {
  plentyOfTime,
  type Script,
  scriptGrounder,
  scriptModel,
  writingOptions,
} from './write/test-support/scripted.ts';
export { claimOf } from './write/unit-place.ts';
export { notCoveredWord } from './write/write-task.ts';
