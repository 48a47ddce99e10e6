/**
 * What is known of a passage once it has been read for a question. Margins, leads and relevances are on the scales of the
 * reading model; the others lie between 0 and 1.
 */
export interface ReadingFeatures {
  /** By how much the best words score above "there is no answer here". */
  readonly spanMargin: number;
  /** By how much that is above the best of all other passages; below 0 where another has it. */
  readonly spanLead: number;
  readonly relevance: number;
  readonly relevanceLead: number;
  /** 1 for the passage that the search found best, a half for the next, a third for the one after it. */
  readonly searchRank: number;
  /** Cosine of the meanings of question and passage; 0 where that is not known. */
  readonly nearness: number;
  /** The share of the question's telling words that the passage and its headings hold. */
  readonly wordShare: number;
  /** 1 where all of a list or of the steps is asked for, which no few words can answer; and the two scores for these alone. */
  readonly asksForWhole: number;
  readonly spanMarginOfWhole: number;
  readonly relevanceOfWhole: number;
}

/** What the judge adds. All lie between 0 and 1. */
export interface JudgedFeatures extends ReadingFeatures {
  readonly supported: number;
  readonly contradicted: number;
}

type Weights<Features> = { readonly constant: number } & Readonly<Partial<Record<keyof Features, number>>>;

// Set by hand until they are fitted. What is not named weighs nothing.

/** By what passages are put in order before any of them is judged. */
const passageWeights: Weights<ReadingFeatures> = {
  constant: -0.6,
  spanMargin: 0.2,
  relevance: 0.4,
  searchRank: 0.4,
  nearness: 0.4,
  wordShare: 0.6,
  spanMarginOfWhole: -0.1,
  relevanceOfWhole: 0.1,
};

/** By what the answer's confidence is told. */
const answerWeights: Weights<JudgedFeatures> = {
  constant: -1.6,
  spanMargin: 0.15,
  relevance: 0.3,
  searchRank: 0.2,
  nearness: 0.3,
  wordShare: 0.6,
  spanMarginOfWhole: -0.1,
  relevanceOfWhole: 0.1,
  supported: 2.4,
  contradicted: -2,
};

/** A passage below this is not worth judging: it has no answer. */
export const passageMin = 0.3;
/** One above this is so sure to answer that no further passages are read. */
export const sureMin = 0.95;
/** An answer below this is not given. */
export const answerMin = 0.5;
/** A further passage must be this good by itself before it adds to an answer. */
export const furtherMin = 0.5;
/** A judge must find an answer borne out this far, and contradicted no further than that. */
export const groundingLines = { supportedMin: 0.25, contradictedMax: 0.5 };
/** Yes or no is said only where the judge bears the one out this far, and the other at most so far. */
export const plainAnswerLines = { supportedMin: 0.8, oppositeMax: 0.2 };

/** How likely a passage answers the question, 0 to 1. */
export function passageProbability(features: ReadingFeatures): number {
  return probabilityBy(passageWeights, features);
}

/** How likely an answer is right, 0 to 1, once it has been judged. */
export function answerProbability(features: JudgedFeatures): number {
  return probabilityBy(answerWeights, features);
}

function probabilityBy<Features extends object>(weights: Weights<Features>, features: Features): number {
  let sum = weights.constant;
  for (const [name, value] of Object.entries(features))
    sum += Number(value) * ((weights as Readonly<Record<string, number | undefined>>)[name] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
