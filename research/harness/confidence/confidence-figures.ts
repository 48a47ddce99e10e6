import {
  bootstrapInterval,
  brierScore,
  type CalibrationBin,
  calibrationError,
  coverageAt,
  riskCoverage,
  type ScoredOutcome,
  type ShareInterval,
  wilsonInterval,
} from '@avow/foundation/statistics';
import { createRandom } from '../random.ts';
import type { ScoredAnswer } from './score-labelled.ts';

interface Coverage {
  /** As a share of the answerable questions. */
  readonly ofAnswerable: number;
  readonly ofAll: number;
}

export interface ConfidenceFigures {
  readonly asked: number;
  readonly answerable: number;
  readonly answered: number;
  /** As a share of the given answers. */
  readonly rightShare: number;
  readonly error: number;
  readonly errorInterval: ShareInterval;
  /** The expected error of perfectly calibrated scores: with few answers it is far above 0. */
  readonly errorOfChance: number;
  readonly bins: readonly CalibrationBin[];
  readonly brier: number;
  readonly riskArea: number;
  /** Coverage with this percentage of the answers right. */
  readonly at80: Coverage;
  readonly at95: Coverage;
  /** The share of unanswerable questions that get no answer at the risk level; null: there are none. */
  readonly refused: number | null;
  /** The same for off-topic questions. */
  readonly foreignRefused: number | null;
  /** The share of answerable questions that get an answer. */
  readonly inScopeAnswered: number;
}

const rounds = 1000;
const chanceRounds = 200;
const seed = 1;

export function confidenceFigures(answers: readonly ScoredAnswer[], riskLevel: number): ConfidenceFigures {
  const scored = outcomesOf(answers);
  const { error, bins } = calibrationError(scored);
  const answerable = answers.filter(({ isAnswerable }) => isAnswerable);
  const isGiven = ({ given }: ScoredAnswer) => given !== null && given.score >= riskLevel;
  const refusedOf = (some: readonly ScoredAnswer[]) =>
    some.length === 0 ? null : some.filter((one) => !isGiven(one)).length / some.length;
  const outOfScope = answers.filter(({ isAnswerable }) => !isAnswerable);
  const coverage = (share: number) => coverageFor(answers, share);
  return {
    ...{ asked: answers.length, answerable: answerable.length, answered: scored.length, error, bins },
    rightShare: scored.filter(({ isRight }) => isRight).length / Math.max(1, scored.length),
    errorInterval: bootstrapInterval(scored, (some) => calibrationError(some).error, { rounds, seed }),
    errorOfChance: errorOfChance(scored),
    brier: brierScore(scored),
    riskArea: riskCoverage(scored, { total: scored.length }).area,
    at80: coverage(0.8),
    at95: coverage(0.95),
    refused: refusedOf(outOfScope),
    foreignRefused: refusedOf(outOfScope.filter(({ isForeign }) => isForeign)),
    inScopeAnswered: answerable.filter(isGiven).length / Math.max(1, answerable.length),
  };
}

function outcomesOf(answers: readonly ScoredAnswer[]): ScoredOutcome[] {
  return answers.flatMap(({ given }) =>
    given === null ? [] : [{ score: given.score, isRight: given.isRight }],
  );
}

/** Coverage of the answerable questions alone, and of all questions. */
function coverageFor(answers: readonly ScoredAnswer[], rightShare: number): Coverage {
  const covered = (some: readonly ScoredAnswer[]) =>
    coverageAt(riskCoverage(outcomesOf(some), { total: some.length }), rightShare);
  return {
    ofAnswerable: covered(answers.filter(({ isAnswerable }) => isAnswerable)),
    ofAll: covered(answers),
  };
}

function errorOfChance(scored: readonly ScoredOutcome[]): number {
  const random = createRandom(seed);
  let sum = 0;
  for (let round = 0; round < chanceRounds; round += 1)
    sum += calibrationError(scored.map(({ score }) => ({ score, isRight: random() < score }))).error;
  return sum / chanceRounds;
}

export interface BandFigures {
  readonly band: string;
  readonly answers: number;
  readonly meanScore: number;
  readonly rightShare: number;
  readonly interval: ShareInterval;
}

/** Answers withheld at the risk level are a separate band. */
export function figuresByBand(answers: readonly ScoredAnswer[], riskLevel: number): BandFigures[] {
  const given = answers.flatMap((answer) => answer.given ?? []);
  const bandOf = ({ score, band }: (typeof given)[number]) => (score < riskLevel ? 'withheld' : band);
  return ['high', 'medium', 'low', 'withheld'].map((band) => {
    const its = given.filter((one) => bandOf(one) === band);
    const hits = its.filter(({ isRight }) => isRight).length;
    const total = Math.max(1, its.length);
    return {
      ...{ band, answers: its.length },
      meanScore: its.reduce((sum, { score }) => sum + score, 0) / total,
      rightShare: hits / total,
      interval: wilsonInterval({ hits, total: its.length }),
    };
  });
}
