/**
 * From a question and stored words to a grounded, scored answer, in the order of its folders: understand, retrieve, read, write,
 * verify, score. It knows no store and no HTTP: a caller brings the content, the search and the models.
 */

// All steps at once, and what they give.

export type { AnsweringSteps } from './answering-steps.ts';
export { createAnsweringSteps } from './create-answering-steps.ts';
export type { Comparison, Draft, DraftChange, QuotedDraft, Support, WrittenDraft } from './draft.ts';
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

// Understanding.

export { offeredBy, writeClarifyingQuestion } from './understand/clarifying-question.ts';
export { createRefiner } from './understand/create-refiner.ts';
export { replyToCourtesy } from './understand/reply-to-courtesy.ts';
export { allowStated, turnsMax, turnsOfStated } from './understand/stated-history.ts';
export { createQuestionTranslator } from './understand/translate-question.ts';

// Retrieving, and answers that people wrote.

export { answerFromSimilar } from './curated/answer-from-similar.ts';
export { curatedDraft } from './curated/curated-draft.ts';
export { isBeyondDoubt } from './curated/is-beyond-doubt.ts';
export { curatedSimilarity, curatedSimilarityMin } from './curated/match-curated.ts';
export { curatedPassages, documentPassages } from './retrieve/build-passages.ts';
export { listNearest } from './retrieve/list-nearest.ts';
export { nearPassages } from './retrieve/near-passages.ts';
export { createSearchPlanner } from './retrieve/plan-searches.ts';

// Reading, writing and verifying.

export { groundingLines, likelihoodRight } from './read/answer-line.ts';
export { pageName } from './read/page-name.ts';
export { passagesReadMax } from './read/read-passages.ts';
export { pageDirective } from './read/show-to-model.ts';
export { spokenVerdict } from './read/spoken-verdict.ts';
export { createGrounder } from './verify/create-grounder.ts';
export type { Grounder } from './verify/grounder.ts';
export type { QuotableSource } from './verify/quotable-source.ts';
export { createSecondJudge } from './write/second-judge/create-second-judge.ts';
export { createWriter } from './write/write-answer.ts';
export { writeTask } from './write/write-task.ts';

// Scoring and calibration.

export { calibrate } from './score/calibrate.ts';
export type {
  CalibrationCause,
  CalibrationFit,
  CalibrationId,
  CalibrationParameters,
  CapCauses,
  Evidence,
  Explanation,
  LabelledExample,
  ProposedCalibration,
  Scored,
  ScoreRules,
  Scorer,
  StoredCalibration,
} from './score/confidence.ts';
export { type ConfidenceModel, logitOfEvidence, nameModel } from './score/confidence-model.ts';
export { createScoring } from './score/create-scoring.ts';
export {
  type CalibrationOutcome,
  calibrationNeeds,
  chooseExamples,
  findDisproof,
  fitCalibration,
  identity,
} from './score/fit-calibration.ts';
export { largestChange } from './score/largest-change.ts';
export { probabilityOf, roundToFourDecimals } from './score/logit.ts';
export type { Scoring, Situation } from './score/scoring.ts';
export { shippedModel } from './score/shipped-model.ts';
