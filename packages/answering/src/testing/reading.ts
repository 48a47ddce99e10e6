/** Steps of retrieving and reading, which research measures one at a time. */

// Curated pairs.

export { meantMin } from '../curated/curated-choices.ts';
export {
  findSameQuestion,
  judgeNearest,
  type LikeliestQuestion,
  type SameQuestion,
} from '../curated/find-same-question.ts';
export type { SameQuestionFeatures } from '../curated/same-question-features.ts';
export { manyPhrasings, sameQuestionMin } from '../curated/same-question-weights.ts';

// Passages that are near.

export { coveredMin, nearMin } from '../retrieve/near-passages.ts';
export { wordCoverage } from '../retrieve/word-coverage.ts';

// Reading.

export { plainAnswerLines, type ReadingFeatures, withLeadBounded } from '../read/answer-line.ts';
export { type AnswerShape, answerShape } from '../read/answer-shape.ts';
export { chooseTried, triedLines } from '../read/choose-tried.ts';
export { draftQuote } from '../read/draft-quote.ts';
export { type JudgedAnswer, judgeAnswer, leadOf } from '../read/judge-answer.ts';
export type { ReadCandidate } from '../read/rank-read.ts';
export { hurried, type ReadingStage, readingStages, readPassages } from '../read/read-passages.ts';
export { showToModel } from '../read/show-to-model.ts';
