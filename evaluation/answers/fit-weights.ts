import type {
  JudgedFeatures,
  ReadingFeatures,
} from '../../packages/server/src/knowledge/reading/answer-line.ts';
import { fitLogistic } from '../curated/fit-logistic.ts';
import type { CandidateRow } from './collect-candidates.ts';

/** Which way each feature may pull (0: either). */
type Signs<Features> = Readonly<Record<keyof Features, -1 | 0 | 1>>;

export interface FittedWeights {
  readonly passage: Readonly<Record<string, number>>;
  readonly answer: Readonly<Record<string, number>>;
}

const passageSigns: Signs<ReadingFeatures> = {
  spanMargin: 1,
  spanLead: 1,
  searchRank: 1,
  nearness: 1,
  wordShare: 1,
  headingShare: 1,
  headingShareOfSteps: 1,
  lacksNumber: -1,
};
const answerSigns: Signs<JudgedFeatures> = { ...passageSigns, supported: 1, contradicted: -1 };
const shrink = 1;
/** So many are judged at the most: what an answer's weights see. */
export const judgedMax = 2;

/** What the quote says is an answer, if not all of it. */
export function isAnswer({ mark }: CandidateRow): boolean {
  return mark === 'right' || mark === 'partly';
}

/** First by what passages are ranked, and then by what an answer is given, which only sees those that are judged. */
export function fitWeights(rows: readonly CandidateRow[]): FittedWeights {
  const passage = fitFeatures(rows, passageSigns, ({ features }) => features);
  const judged = questionsOf(rows).flatMap((its) => rankBy(passage, its).slice(0, judgedMax));
  return { passage, answer: fitFeatures(judged, answerSigns, judgedFeatures) };
}

export function judgedFeatures({ features, judged }: CandidateRow): JudgedFeatures {
  const { supported, contradicted } = judged.judgement;
  return { ...features, supported, contradicted };
}

export function questionsOf(rows: readonly CandidateRow[]): CandidateRow[][] {
  return [...Map.groupBy(rows, ({ question }) => question.id).values()];
}

/** Most probable first. */
export function rankBy(
  weights: FittedWeights['passage'],
  rows: readonly CandidateRow[],
): readonly CandidateRow[] {
  return rows.toSorted((one, other) => weigh(weights, other.features) - weigh(weights, one.features));
}

/** The probability by these weights. */
export function weigh(weights: Readonly<Record<string, number>>, features: object): number {
  let sum = weights['constant'] ?? 0;
  for (const [name, value] of Object.entries(features)) sum += (weights[name] ?? 0) * Number(value);
  return 1 / (1 + Math.exp(-sum));
}

function fitFeatures<Features extends object>(
  rows: readonly CandidateRow[],
  signs: Signs<Features>,
  featuresOf: (row: CandidateRow) => Features,
): Readonly<Record<string, number>> {
  const names = Object.keys(signs) as Array<keyof Features & string>;
  const [constant = 0, ...weights] = fitLogistic(
    rows.map((row) => ({
      values: names.map((name) => Number(featuresOf(row)[name])),
      isTrue: isAnswer(row),
      weight: 1,
    })),
    { signs: names.map((name) => signs[name]), shrink },
  );
  return { constant, ...Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) };
}
