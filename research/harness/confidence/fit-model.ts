import type { ConfidenceModel } from '@avow/answering';
import { logitOfEvidence, roundToFourDecimals } from '@avow/answering';
import type { FittedRow, MethodModel } from '@avow/answering/testing';
import { checkModel, fitMethod, logitOf } from '@avow/answering/testing';
import type { AnswerMethod, ConfidenceFeature } from '@avow/contract';
import type { LabelledAnswer, MarkedEvidence } from './labelled-answer.ts';

/** An answer to fit on, and its origin. */
export interface FitRow extends MarkedEvidence {
  readonly corpus: string;
  readonly domain: string;
}

/** What has equal weight: every answer, every corpus regardless of its size, or every domain of corpora. */
const balances = ['answers', 'corpora', 'domains'] as const;
type Balance = (typeof balances)[number];

interface FitChoice {
  readonly shrink: number;
  readonly balance: Balance;
}

interface TriedChoice extends FitChoice {
  /** Mean log loss on held-out corpora, with equal weight for each domain. */
  readonly logLoss: number;
}

export interface FittedMethod {
  readonly methods: readonly AnswerMethod[];
  readonly model: MethodModel;
  readonly rows: number;
  readonly rightShare: number;
  readonly chosen: TriedChoice;
  /** The same without any features: the difference from `chosen` is what the features gain. */
  readonly withoutFeatures: number;
}

const shrinks = [0.3, 1, 3, 10, 30, 100, 300];
/** So strong that every weight is 0 and only the constant is fitted. */
const noFeatures = 1e9;
/** With fewer answers, the current weights are kept. */
const rowsMin = 60;

/** The answer methods to fit. Methods in one group are fitted together: no data distinguish the model tiers. */
const fittedMethods: ReadonlyArray<readonly AnswerMethod[]> = [
  ['curated_similar'],
  ['curated_semantic'],
  ['extractive'],
  ['keyword'],
  ['generative_tier_1', 'generative_tier_2', 'generative_tier_3'],
];

/**
 * Features that are measured here as in production; for other answer methods, all of them are. The answers of curated
 * banks are mere names, so words shared with one mean nothing.
 */
const measuredOf: Readonly<Partial<Record<AnswerMethod, readonly ConfidenceFeature[]>>> = {
  curated_similar: ['match', 'match_margin'],
  curated_semantic: ['match', 'match_margin'],
};

export function fitRowsOf(answers: readonly LabelledAnswer[]): FitRow[] {
  return answers.flatMap(({ corpus, domain, isUnseen, part, given }) =>
    given === null || isUnseen || part !== 'fit' ? [] : [{ corpus, domain, ...onlyMeasured(given) }],
  );
}

function onlyMeasured(given: MarkedEvidence): MarkedEvidence {
  const { evidence } = given;
  const measured = measuredOf[evidence.method];
  if (measured === undefined) return given;
  const kept = Object.entries(evidence.features).filter(([feature]) =>
    measured.includes(feature as ConfidenceFeature),
  );
  return { ...given, evidence: { ...evidence, features: Object.fromEntries(kept) } };
}

/** Fits every answer method with enough answers; everything else stays as in `base`. */
export function fitModel(
  rows: readonly FitRow[],
  { base }: { readonly base: ConfidenceModel },
): { readonly model: ConfidenceModel; readonly fitted: readonly FittedMethod[] } {
  const fitted = fittedMethods.flatMap((methods): FittedMethod[] => {
    const [method] = methods;
    const its = rows.filter(({ evidence }) => methods.includes(evidence.method));
    if (method === undefined || its.length < rowsMin) return [];
    return [fitOne(its, { methods, base: base.methods[method] })];
  });
  const models = new Map(
    fitted.flatMap(({ methods, model }) => methods.map((method) => [method, model] as const)),
  );
  const methods = Object.fromEntries(
    Object.entries(base.methods).map(([method, model]) => [
      method,
      models.get(method as AnswerMethod) ?? model,
    ]),
  ) as ConfidenceModel['methods'];
  const shares = fitted.map(({ rightShare }) => rightShare);
  const usual = shares.length === 0 ? base.usual : logitOf(mean(shares));
  return { model: checkModel({ usual: roundToFourDecimals(usual), methods }), fitted };
}

function fitOne(
  rows: readonly FitRow[],
  { methods, base }: { readonly methods: readonly AnswerMethod[]; readonly base: MethodModel },
): FittedMethod {
  const tried = (choice: FitChoice): TriedChoice => ({ ...choice, logLoss: leftOutLoss(rows, base, choice) });
  const all = balances.flatMap((balance) => shrinks.map((shrink) => tried({ shrink, balance })));
  const best = all.reduce((one, other) => (other.logLoss < one.logLoss ? other : one));
  return {
    methods,
    model: keepStated(fitWith(rows, base, best), { base, rows }),
    rows: rows.length,
    rightShare: mean(rows.map(({ isRight }) => Number(isRight))),
    chosen: best,
    withoutFeatures: tried({ shrink: noFeatures, balance: best.balance }).logLoss,
  };
}

function fitWith(
  rows: readonly FitRow[],
  { least, most }: MethodModel,
  { shrink, balance }: FitChoice,
): MethodModel {
  return fitMethod(weigh(rows, balance), { shrink, least, most });
}

/** Weights that no answer here can inform, such as that of dropped sentences, keep their stated value. */
function keepStated(
  fitted: MethodModel,
  { base, rows }: { readonly base: MethodModel; readonly rows: readonly FitRow[] },
): MethodModel {
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

/** The loss of each corpus under weights fitted on the others. */
function leftOutLoss(rows: readonly FitRow[], base: MethodModel, choice: FitChoice): number {
  const corpora = [...Map.groupBy(rows, ({ corpus }) => corpus)].map(([corpus, its]) => {
    const others = rows.filter((row) => row.corpus !== corpus);
    // With only one corpus, its own answers must serve for the choice.
    const method = fitWith(others.length === 0 ? its : others, base, choice);
    return { domain: its[0]?.domain ?? '', logLoss: mean(its.map((row) => lossOf(method, row))) };
  });
  const domains = [...Map.groupBy(corpora, ({ domain }) => domain).values()];
  return mean(domains.map((its) => mean(its.map(({ logLoss }) => logLoss))));
}

function lossOf(method: MethodModel, { evidence, isRight }: FitRow): number {
  const logit = logitOfEvidence(
    { usual: 0, methods: { [evidence.method]: method } as ConfidenceModel['methods'] },
    evidence,
  );
  const against = isRight ? -logit : logit;
  return Math.log1p(Math.exp(against));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
