/**
 * What is known of a passage once it has been read for a question. Margins and leads are on the scale of the
 * reading model; the others lie between 0 and 1.
 */
export interface ReadingFeatures {
  /** By how much the best words score above "there is no answer here". */
  readonly spanMargin: number;
  /** By how much that is above the best of all other passages; below 0 where another has it. */
  readonly spanLead: number;
  /** How far the model, as a ranker of passages, holds that this one answers the question at all. */
  readonly relevance: number;
  /** 1 for the passage that the search found best, a half for the next, a third for the one after it. */
  readonly searchRank: number;
  /** Cosine of the meanings of question and passage; what is usual where that is not known. */
  readonly nearness: number;
  /** The share of the question's specific words that the passage and its headings contain. */
  readonly wordShare: number;
  /** The share of the specific words of the heading right above the passage that the question contains. */
  readonly headingShare: number;
  /** The same where steps are asked for, and 0 elsewhere: no few words are steps, and a section is named for what it does. */
  readonly headingShareOfSteps: number;
  /** 1 where a number is asked for and the words that were pointed at have none. */
  readonly lacksNumber: number;
}

// Fitted on the tuning parts of our own questions and of those by another hand by `npm run fit -- answers`, whose tables the lines below
// were chosen by. The judge's support adds nothing to the probability of an answer: the judge has its own thresholds.

const constant = -2.917;
const weights: ReadingFeatures = {
  spanMargin: 0.062,
  spanLead: 0.142,
  relevance: 0.093,
  searchRank: 0.504,
  nearness: 2.583,
  wordShare: 0.908,
  headingShare: 0.226,
  headingShareOfSteps: 1.59,
  lacksNumber: -1.549,
};

/** A lead counts up to this: any passage is far above those that say nothing of the subject, and of the first two one may be such. */
const leadMax = 8;

/**
 * An answer below this is not given, nor judged. Of the tuning questions about corpora that no model was trained on, 168 with an answer,
 * 57 % are answered right at 0.5, 52 % at 0.62 and 51 % at 0.7, 8, 7 and 7 % wrong, and 27, 32 and 32 of 36 unanswerable ones are
 * declined: each corpus by weights that were fitted on the others.
 */
export const answerMin = 0.62;
/**
 * Below this the reader is certain that a passage has no answer, and no other evidence counts. No answer that the tuning questions get
 * lies below -8.
 */
export const readerMarginMin = -10;
/**
 * A best passage below this is not quoted alone where the next one comes near it, within so much, and is this good by itself: one of
 * the two answers more often than either.
 */
export const secondLines = { aloneMin: 0.75, behindMax: 0.3, secondMin: 0.2 };
/** A question for yes or no is answered from here on where the judge says which: two models agree then. */
export const verdictMin = 0.45;
/** A further passage must be this good by itself before it adds to an answer. */
export const furtherMin = 0.6;
/**
 * Above this the words that were pointed at are the answer; below it they may be anywhere in the passage that is, and more of it is
 * quoted. Of the 242 tuning questions that can be answered the reader before answered 36 % right at -2, 41 % at 9 and 44 % at 14, where 8 % are wrong.
 */
export const spanMarginMin = 14;
/** Words that score so little below the best may be the answer as well: both are quoted. */
export const nearSpanMax = 2.5;
/**
 * A judge must find that an answer answers the question this far, and contradicts it no further than that. A verbatim quote needs
 * relevance, which the probability has, and not entailment: of the 242 tuning questions that can be answered a line of 0.1 for
 * support takes away 5 right answers and 2 wrong ones. The line for sentences is for those that a language model writes.
 */
export const groundingLines = { supportedMin: 0, contradictedMax: 0.9, sentenceContradictedMax: 0.97 };
/**
 * Yes or no is said if the judge finds it supported this far, and one of them by so much more than the other. A wrong verdict is
 * worse than none, and the quote suffices without it.
 */
export const plainAnswerLines = { supportedMin: 0.7, yesLeadMin: 0.05, noLeadMin: 0.1 };

/** How likely what a passage says answers the question, 0 to 1. */
export function answerProbability(read: ReadingFeatures): number {
  const features = withLeadBounded(read);
  let sum = constant;
  for (const name of Object.keys(weights) as Array<keyof ReadingFeatures>)
    sum += weights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}

/**
 * At this probability an answer is right as often as not. The most probable of several passages is less often right than its
 * probability says: of 18 answers to tuning questions with 0.6 to 0.7 8 are right, of 154 above it 116.
 */
const evenProbability = 0.7;

/** How likely an answer that was chosen for this probability is right, 0 to 1. */
export function likelihoodRight(probability: number): number {
  return probability < evenProbability
    ? (0.5 * probability) / evenProbability
    : 0.5 + (0.5 * (probability - evenProbability)) / (1 - evenProbability);
}

export function withLeadBounded(features: ReadingFeatures): ReadingFeatures {
  return { ...features, spanLead: Math.max(-leadMax, Math.min(leadMax, features.spanLead)) };
}
