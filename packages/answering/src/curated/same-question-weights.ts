import type { SameQuestionFeatures } from './same-question-features.ts';

type Weights = { readonly constant: number } & Readonly<Partial<Record<keyof SameQuestionFeatures, number>>>;

// Fitted by `npm run fit -- qna` on the tuning halves of sets whose licence allows it. Features that are not listed weigh 0.

/** For a pair with few similar phrasings: a single word may make it a different question. */
const fewWeights: Weights = {
  constant: -3.91,
  nearness: 1.75,
  lead: 1.96,
  alone: 0.6,
  support: 4.42,
  askedCovered: 0.8,
  phrasingCovered: 1.87,
  moreSpecial: -2.28,
  lessSpecial: -1.28,
  otherNames: -0.83,
  otherKind: -0.97,
  otherObject: -1.19,
  words: -0.88,
};

/** For a pair with many: they show how much a question may vary. */
const manyWeights: Weights = {
  constant: -5.98,
  nearness: 1.47,
  lead: 0.8,
  agreement: 3.56,
  askedCovered: 1.72,
  otherNames: -1.65,
  otherKind: -0.55,
  otherObject: -2.66,
};

/** The number of phrasings from which `manyWeights` apply. */
export const manyPhrasings = 4;

/**
 * Chosen so that pairs with one or two phrasings capture less than 4 % of their neighbours, in banks of a handful of pairs
 * in which the right one is missing. What a document answers better is decided later.
 */
const fewPhrasingsMin = 0.8;
/** Chosen likewise for a bank with many phrasings: lower, since it is their agreement that makes a match likely. */
const manyPhrasingsMin = 0.6;

/** The probability that two questions with these features ask the same, 0 to 1. */
export function sameQuestionProbability(features: SameQuestionFeatures, phrasingCount: number): number {
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
