import {
  featuresOf,
  type NearPhrasing,
  type SameQuestionFeatures,
  weighAmong,
} from './same-question-features.ts';
import { findQuestionDifference } from './same-question-guards.ts';
import { readQuestion } from './same-question-reading.ts';
import { sameQuestionProbability } from './same-question-weights.ts';

/** A phrasing that may ask the same question, with its answer. */
export interface SameQuestionCandidate {
  /** Identifies the answer: pairs with the same answer count as one. */
  readonly answer: string;
  readonly text: string;
  /** Cosine similarity of the two embeddings. */
  readonly vectorScore: number;
}

export interface SameQuestion {
  readonly answer: string;
  /** The nearest phrasing under that answer. */
  readonly text: string;
  /** The probability that they ask the same, 0 to 1. */
  readonly probability: number;
  /** How many phrasings of that answer were among the candidates. */
  readonly phrasingCount: number;
  /** The features behind the probability. */
  readonly features: SameQuestionFeatures;
}

/** The likeliest answer. `margin` is its lead over the next one; null: there was no other candidate. */
export interface LikeliestQuestion extends SameQuestion {
  readonly margin: number | null;
}

/** More phrasings of one answer add no information. */
const comparedMax = 6;
const agreeingMax = 8;
/** Less similar answers are never the likeliest. */
const judgedMax = 3;

/**
 * The answer that the question most likely asks for, among those that no guard rules out. The caller applies the threshold.
 * Null if there is none, or if two are equally likely.
 */
export function findSameQuestion(
  asked: string,
  candidates: readonly SameQuestionCandidate[],
): LikeliestQuestion | null {
  const [best, next] = judgeNearest(asked, candidates).sort(
    (one, other) => other.probability - one.probability,
  );
  if (best === undefined || best.probability === next?.probability) return null;
  return { ...best, margin: next === undefined ? null : best.probability - next.probability };
}

/** The most similar answers that no guard rules out, most similar first. */
export function judgeNearest(asked: string, candidates: readonly SameQuestionCandidate[]): SameQuestion[] {
  const reading = readQuestion(asked);
  const near = candidates
    .map(({ answer, text, vectorScore }) => ({
      answer,
      reading: readQuestion(text),
      nearness: vectorScore,
    }))
    .sort((one, other) => other.nearness - one.nearness);
  const weighing = weighAmong(near.map((one) => one.reading));
  const open = [...Map.groupBy(near, ({ answer }) => answer)].flatMap(([answer, [nearest, ...others]]) => {
    if (nearest === undefined) return [];
    const phrasings: [NearPhrasing, ...NearPhrasing[]] = [nearest, ...others.slice(0, comparedMax - 1)];
    const difference = findQuestionDifference(
      reading,
      phrasings.map((one) => one.reading),
    );
    return difference === null ? [{ answer, phrasings, count: others.length + 1 }] : [];
  });
  const nearest = near.slice(0, agreeingMax);
  return open.slice(0, judgedMax).map(({ answer, phrasings, count }, at) => {
    const features = featuresOf(reading, phrasings, {
      weighing,
      rivalNearness: open[at === 0 ? 1 : 0]?.phrasings[0].nearness ?? null,
      agreement: nearest.filter((one) => one.answer === answer).length / nearest.length,
    });
    const probability = sameQuestionProbability(features, count);
    return { answer, text: phrasings[0].reading.text, phrasingCount: count, probability, features };
  });
}
