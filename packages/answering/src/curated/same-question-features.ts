import { isGenericTerm } from '@avow/text/terms';
import { kindsDiffer, objectsDiffer, type QuestionReading } from './same-question-reading.ts';

/** A phrasing of a pair that is similar to the question. */
export interface NearPhrasing {
  readonly reading: QuestionReading;
  /** Cosine similarity of the two embeddings. */
  readonly nearness: number;
}

/** The features of the decision; each is a plain number that can be shown and explained. */
export interface SameQuestionFeatures {
  /** Similarity of the nearest phrasing, on a scale that spreads out high similarities. */
  readonly nearness: number;
  /** Lead over the nearest phrasing with another answer; 0 if there is none. */
  readonly lead: number;
  /** 1: there is no pair with another answer, so nothing says how far a different question would be. */
  readonly alone: number;
  /** Similarity of the next phrasings of the same pair. */
  readonly support: number;
  /** Share of the nearest candidates that belongs to the pair. */
  readonly agreement: number;
  /** Share of the question's words that the pair has; words that few candidates have weigh more. */
  readonly askedCovered: number;
  /** Share of the nearest phrasing's words that the question has. */
  readonly phrasingCovered: number;
  /** 1: the phrasing contains all words of the question, and more. */
  readonly moreSpecial: number;
  /** 1: the question contains all words of the phrasing, and more. */
  readonly lessSpecial: number;
  /** Number of names that only one of them has. */
  readonly otherNames: number;
  /** 1: it asks for another kind of answer than every phrasing. */
  readonly otherKind: number;
  /** 1: it says the same of another thing than every phrasing. */
  readonly otherObject: number;
  /** Number of content words, on a logarithmic scale: a short question says less. */
  readonly words: number;
}

const distanceLeast = 0.01;
const leadMax = 0.05;
const supportersMax = 3;
const supportFloor = 0.6;
const genericWeight = 0.25;
const countMax = 4;
const wordsMax = 12;

export interface Weighing {
  /** How informative a term is: most if no candidate has it, least if all do. */
  readonly weightOf: (term: string) => number;
}

/** Weighs terms by how few candidates have them: terms that all share do not distinguish any. */
export function weighAmong(candidates: readonly QuestionReading[]): Weighing {
  const counts = new Map<string, number>();
  for (const { terms } of candidates)
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const most = Math.log((candidates.length + 1) / 0.5);
  return {
    weightOf: (term) => {
      const rarity = Math.log((candidates.length + 1) / ((counts.get(term) ?? 0) + 0.5)) / most;
      return (isGenericTerm(term) ? genericWeight : 1) * (0.2 + 0.8 * rarity);
    },
  };
}

/** The other candidates near the question. */
export interface Surroundings {
  readonly weighing: Weighing;
  /** Similarity of the nearest phrasing with another answer; null: there is none. */
  readonly rivalNearness: number | null;
  /** Share of the nearest candidates that has this answer. */
  readonly agreement: number;
}

/** `phrasings`: those of one pair, nearest first. */
export function featuresOf(
  asked: QuestionReading,
  phrasings: readonly [NearPhrasing, ...NearPhrasing[]],
  { weighing, rivalNearness, agreement }: Surroundings,
): SameQuestionFeatures {
  const [nearest] = phrasings;
  const { reading } = nearest;
  const ofPair = new Set(phrasings.flatMap((phrasing) => [...phrasing.reading.terms.keys()]));
  const missing = [...asked.terms.keys()].filter((term) => !ofPair.has(term));
  const extra = [...reading.terms.keys()].filter((term) => !asked.terms.has(term));
  const [missingWeight, extraWeight] = [missing, extra].map((terms) =>
    terms.reduce((total, term) => total + (isGenericTerm(term) ? genericWeight : 1), 0),
  ) as [number, number];
  const lead = rivalNearness === null ? 0 : nearest.nearness - rivalNearness;
  return {
    nearness: -Math.log(Math.max(1 - nearest.nearness, distanceLeast)),
    lead: Math.max(-leadMax, Math.min(leadMax, lead)) / leadMax,
    alone: rivalNearness === null ? 1 : 0,
    support: supportOf(phrasings),
    agreement,
    askedCovered: share(asked.terms, ofPair, weighing),
    phrasingCovered: share(reading.terms, asked.terms, weighing),
    moreSpecial: missingWeight < 0.5 && extraWeight >= 1 ? 1 : 0,
    lessSpecial: extraWeight < 0.5 && missingWeight >= 1 ? 1 : 0,
    otherNames: Math.min(
      countMax,
      missing.filter((term) => asked.names.has(term)).length +
        extra.filter((term) => reading.names.has(term)).length,
    ),
    otherKind: phrasings.every((one) => kindsDiffer(asked, one.reading)) ? 1 : 0,
    otherObject: phrasings.every((one) => objectsDiffer(asked, one.reading)) ? 1 : 0,
    words: Math.log(1 + Math.min(wordsMax, asked.order.length)),
  };
}

function supportOf(phrasings: readonly NearPhrasing[]): number {
  const others = phrasings.slice(1, 1 + supportersMax);
  const sum = others.reduce((total, { nearness }) => total + Math.max(0, nearness - supportFloor), 0);
  return sum / (supportersMax * (1 - supportFloor));
}

function share(
  terms: ReadonlyMap<string, number>,
  among: { has: (term: string) => boolean },
  { weightOf }: Weighing,
): number {
  let found = 0;
  let all = 0;
  for (const term of terms.keys()) {
    const weight = weightOf(term);
    all += weight;
    if (among.has(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}
