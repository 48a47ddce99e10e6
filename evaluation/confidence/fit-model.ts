import type { AnswerWay, ConfidenceFeature } from '../../packages/contract/src/index.ts';
import {
  type ConfidenceModel,
  checkModel,
  logitOfEvidence,
  type WayModel,
} from '../../packages/server/src/confidence/confidence-model.ts';
import { type FittedRow, fitWay } from '../../packages/server/src/confidence/fit-way.ts';
import { logitOf, roundToFourDecimals } from '../../packages/server/src/confidence/logit.ts';
import type { LabelledAnswer, MarkedEvidence } from './labelled-answer.ts';

/** An answer to fit on, and where it is from. */
export interface FitRow extends MarkedEvidence {
  readonly corpus: string;
  readonly domain: string;
}

/** What counts the same: every answer, every corpus however many answers it has, or every domain of corpora. */
const balances = ['answers', 'corpora', 'domains'] as const;
type Balance = (typeof balances)[number];

interface FitChoice {
  readonly shrink: number;
  readonly balance: Balance;
}

interface TriedChoice extends FitChoice {
  /** Mean log loss on corpora that were left out, each domain for as much as another. */
  readonly logLoss: number;
}

export interface FittedWay {
  readonly ways: readonly AnswerWay[];
  readonly model: WayModel;
  readonly rows: number;
  readonly rightShare: number;
  readonly chosen: TriedChoice;
  /** The same with no feature at all: what the features gain is what it is above the chosen. */
  readonly withoutFeatures: number;
}

const shrinks = [0.3, 1, 3, 10, 30, 100, 300];
/** So strong that every weight is 0: the constant alone is fitted. */
const noFeatures = 1e9;
/** Fewer say nothing: what is there stays. */
const rowsMin = 60;

/** Ways that are fitted, and those of them that are fitted as one: no data tell the tiers of language models apart. */
const fittedWays: ReadonlyArray<readonly AnswerWay[]> = [
  ['curated_similar'],
  ['curated_meaning'],
  ['read'],
  ['by_words'],
  ['written_1', 'written_2', 'written_3'],
];

/**
 * Features that are measured here as they are in use; of the other ways all are. The answers of curated banks are mere names,
 * and sentences of models answer no question that is known: what words they share with one says nothing.
 */
const measuredOf: Readonly<Partial<Record<AnswerWay, readonly ConfidenceFeature[]>>> = {
  curated_similar: ['match', 'match_margin'],
  curated_meaning: ['match', 'match_margin'],
  written_1: ['lowest_support', 'contradiction'],
};

export function fitRowsOf(answers: readonly LabelledAnswer[]): FitRow[] {
  return answers.flatMap(({ corpus, domain, isUnseen, part, given }) =>
    given === null || isUnseen || part !== 'fit' ? [] : [{ corpus, domain, ...onlyMeasured(given) }],
  );
}

function onlyMeasured(given: MarkedEvidence): MarkedEvidence {
  const { evidence } = given;
  const measured = measuredOf[evidence.way];
  if (measured === undefined) return given;
  const kept = Object.entries(evidence.features).filter(([feature]) =>
    measured.includes(feature as ConfidenceFeature),
  );
  return { ...given, evidence: { ...evidence, features: Object.fromEntries(kept) } };
}

/** Fits every way that has answers enough; what has not, and all that is not fitted, stays as it is in `base`. */
export function fitModel(
  rows: readonly FitRow[],
  { base }: { readonly base: ConfidenceModel },
): { readonly model: ConfidenceModel; readonly fitted: readonly FittedWay[] } {
  const fitted = fittedWays.flatMap((ways): FittedWay[] => {
    const [way] = ways;
    const its = rows.filter(({ evidence }) => ways.includes(evidence.way));
    if (way === undefined || its.length < rowsMin) return [];
    return [fitOne(its, { ways, base: base.ways[way] })];
  });
  const models = new Map(fitted.flatMap(({ ways, model }) => ways.map((way) => [way, model] as const)));
  const ways = Object.fromEntries(
    Object.entries(base.ways).map(([way, model]) => [way, models.get(way as AnswerWay) ?? model]),
  ) as ConfidenceModel['ways'];
  const shares = fitted.map(({ rightShare }) => rightShare);
  const usual = shares.length === 0 ? base.usual : logitOf(mean(shares));
  return { model: checkModel({ usual: roundToFourDecimals(usual), ways }), fitted };
}

function fitOne(
  rows: readonly FitRow[],
  { ways, base }: { readonly ways: readonly AnswerWay[]; readonly base: WayModel },
): FittedWay {
  const tried = (choice: FitChoice): TriedChoice => ({ ...choice, logLoss: leftOutLoss(rows, base, choice) });
  const all = balances.flatMap((balance) => shrinks.map((shrink) => tried({ shrink, balance })));
  const best = all.reduce((one, other) => (other.logLoss < one.logLoss ? other : one));
  return {
    ways,
    model: keepStated(fitWith(rows, base, best), { base, rows }),
    rows: rows.length,
    rightShare: mean(rows.map(({ isRight }) => Number(isRight))),
    chosen: best,
    withoutFeatures: tried({ shrink: noFeatures, balance: best.balance }).logLoss,
  };
}

function fitWith(
  rows: readonly FitRow[],
  { least, most }: WayModel,
  { shrink, balance }: FitChoice,
): WayModel {
  return fitWay(weigh(rows, balance), { shrink, least, most });
}

/** What no answer here can tell of, such as sentences that fell, stays as it is stated. */
function keepStated(
  fitted: WayModel,
  { base, rows }: { readonly base: WayModel; readonly rows: readonly FitRow[] },
): WayModel {
  const stated = Object.entries(base.features).filter(([feature]) => {
    const values = new Set(
      rows.map(({ evidence }) => evidence.features[feature as keyof typeof base.features]),
    );
    return values.size < 2;
  });
  return { ...fitted, features: { ...fitted.features, ...Object.fromEntries(stated) } };
}

function weigh(rows: readonly FitRow[], balance: Balance): FittedRow[] {
  const groupOf = ({ corpus, domain }: FitRow) =>
    balance === 'answers' ? '' : balance === 'corpora' ? corpus : domain;
  const groups = Map.groupBy(rows, groupOf);
  return rows.map((row) => ({
    features: row.evidence.features,
    isRight: row.isRight,
    weight: rows.length / (groups.size * (groups.get(groupOf(row))?.length ?? 1)),
  }));
}

/** Every corpus by weights that were fitted on the others. */
function leftOutLoss(rows: readonly FitRow[], base: WayModel, choice: FitChoice): number {
  const corpora = [...Map.groupBy(rows, ({ corpus }) => corpus)].map(([corpus, its]) => {
    const others = rows.filter((row) => row.corpus !== corpus);
    // Where there is one corpus alone, its own answers are all there is to choose by.
    const way = fitWith(others.length === 0 ? its : others, base, choice);
    return { domain: its[0]?.domain ?? '', logLoss: mean(its.map((row) => lossOf(way, row))) };
  });
  const domains = [...Map.groupBy(corpora, ({ domain }) => domain).values()];
  return mean(domains.map((its) => mean(its.map(({ logLoss }) => logLoss))));
}

function lossOf(way: WayModel, { evidence, isRight }: FitRow): number {
  const logit = logitOfEvidence(
    { usual: 0, ways: { [evidence.way]: way } as ConfidenceModel['ways'] },
    evidence,
  );
  const against = isRight ? -logit : logit;
  return Math.log1p(Math.exp(against));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
