import type { SameQuestionFeatures } from './same-question-features.ts';

type Weights = { readonly constant: number } & Readonly<Partial<Record<keyof SameQuestionFeatures, number>>>;

// Fitted by `npm run fit:qna` on the tuning halves of sets that allow it. What is not named weighs nothing.

/** For a pair of which few phrasings lie near: a single word may make another question of it. */
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

/** For a pair of which many do: they show by themselves how far a question may stray. */
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

/** From so many phrasings on. */
export const manyPhrasings = 4;

/** Drawn where at least 99 % of the matches are right in banks of one phrasing each. */
const fewPhrasingsMin = 0.88;
/** Drawn where about nine in ten questions of a bank with many phrasings are answered, and nine in ten foreign ones not. */
const manyPhrasingsMin = 0.6;

/** How likely two questions with these features ask the same, 0 to 1. */
export function probabilityOf(features: SameQuestionFeatures, phrasingCount: number): number {
  const weights = phrasingCount < manyPhrasings ? fewWeights : manyWeights;
  let sum = weights.constant;
  for (const [name, value] of Object.entries(features))
    sum += value * (weights[name as keyof SameQuestionFeatures] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The least probability that counts as a match. */
export function sameQuestionMin({ phrasingCount }: { readonly phrasingCount: number }): number {
  return phrasingCount < manyPhrasings ? fewPhrasingsMin : manyPhrasingsMin;
}
