import { fitLogistic } from '@avow/answering/testing/grounding';
import { type ReadingFeatures, withLeadBounded } from '@avow/answering/testing/reading';
import type { CandidateRow } from './collect-candidates.ts';

type Feature = keyof ReadingFeatures;

/** The weights of a logistic model. */
export interface FittedWeights {
  readonly constant: number;
  readonly weights: ReadingFeatures;
}

/** The sign that the weight of each feature may have. */
const signs: Readonly<Record<Feature, -1 | 1>> = {
  spanMargin: 1,
  spanLead: 1,
  relevance: 1,
  searchRank: 1,
  nearness: 1,
  wordShare: 1,
  headingShare: 1,
  headingShareOfSteps: 1,
  lacksNumber: -1,
};
const features = Object.keys(signs) as Feature[];
const shrink = 1;

/** Whether the quote is an answer, at least in part. */
export function isAnswer({ mark }: CandidateRow): boolean {
  return mark === 'right' || mark === 'partly';
}

export function fitWeights(rows: readonly CandidateRow[]): FittedWeights {
  const [constant = 0, ...fitted] = fitLogistic(
    rows.map((row) => ({ values: valuesOf(row), isTrue: isAnswer(row), weight: 1 })),
    { signs: features.map((name) => signs[name]), shrink },
  );
  const weights = Object.fromEntries(features.map((name, at) => [name, fitted[at] ?? 0]));
  return { constant, weights: weights as unknown as ReadingFeatures };
}

export function questionsOf(rows: readonly CandidateRow[]): CandidateRow[][] {
  return [...Map.groupBy(rows, ({ question }) => question.id).values()];
}

/** Sorted by probability, highest first. */
export function rankBy(fitted: FittedWeights, rows: readonly CandidateRow[]): readonly CandidateRow[] {
  return rows.toSorted((one, other) => weigh(fitted, other) - weigh(fitted, one));
}

/** The probability under these weights. */
export function weigh({ constant, weights }: FittedWeights, row: Pick<CandidateRow, 'features'>): number {
  const values = valuesOf(row);
  const sum = features.reduce((total, name, at) => total + weights[name] * (values[at] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}

function valuesOf(row: Pick<CandidateRow, 'features'>): number[] {
  const bounded = withLeadBounded(row.features);
  return features.map((name) => bounded[name]);
}
