import type { SameQuestionFeatures } from './same-question-features.ts';

type Weights = { readonly constant: number } & Readonly<Partial<Record<keyof SameQuestionFeatures, number>>>;

// Fitted by `npm run fit:qna` on the tuning halves of sets whose licence allows it. Features that are not listed weigh 0.

/** For a pair with few similar phrasings: a single word may make it a different question. */
const fewWeights: Weights = {
  constant: -5.21,
  nearness: 2.86,
  lead: 3.91,
  phrasingCovered: 2,
  moreSpecial: -4.4,
  lessSpecial: -1.72,
  otherNames: -1.42,
  otherKind: -1.35,
  words: -1.2,
};

/** For a pair with many: they show how much a question may vary. */
const manyWeights: Weights = {
  constant: -4.12,
  nearness: 1.83,
  lead: 2.05,
  support: 0.27,
  agreement: 2.41,
  askedCovered: 1.54,
  strangeWords: -0.3,
  otherNames: -2.64,
  otherKind: -0.1,
};

/** The number of phrasings from which `manyWeights` apply. */
export const manyPhrasings = 4;

/** Chosen so that at least 99 % of the matches are right in banks with one phrasing per pair. */
const fewPhrasingsMin = 0.88;
/** Chosen so that a bank with many phrasings answers about 90 % of its questions and refuses 90 % of foreign ones. */
const manyPhrasingsMin = 0.6;

/** The probability that two questions with these features ask the same, 0 to 1. */
export function probabilityOf(features: SameQuestionFeatures, phrasingCount: number): number {
  const weights = phrasingCount < manyPhrasings ? fewWeights : manyWeights;
  let sum = weights.constant;
  for (const [name, value] of Object.entries(features))
    sum += value * (weights[name as keyof SameQuestionFeatures] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The minimum probability of a match. */
export function sameQuestionMin({ phrasingCount }: { readonly phrasingCount: number }): number {
  return phrasingCount < manyPhrasings ? fewPhrasingsMin : manyPhrasingsMin;
}
