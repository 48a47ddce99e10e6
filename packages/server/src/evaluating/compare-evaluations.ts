import { isDeepStrictEqual } from 'node:util';
import type {
  ComparedFigure,
  EvaluationComparison,
  EvaluationReport,
  EvaluationResult,
} from '@avow/contract';
import { bootstrapInterval } from '../statistics/bootstrap-interval.ts';
import { brierScore } from '../statistics/brier-score.ts';
import { calibrationError } from '../statistics/calibration-error.ts';
import { quantile } from '../statistics/quantile.ts';
import { riskCoverage } from '../statistics/risk-coverage.ts';
import { scoredOf } from './figures-of.ts';
import { isRight } from './result-of.ts';

type Results = readonly EvaluationResult[];

/** The same question in both runs. */
interface Pair {
  readonly base: EvaluationResult;
  readonly other: EvaluationResult;
}

interface Measure {
  readonly figure: ComparedFigure;
  readonly unit: EvaluationComparison['figures'][number]['unit'];
  readonly better: 'higher' | 'lower';
  /** Null: there is nothing to measure. */
  readonly of: (results: Results) => number | null;
}

const isAnswerable = ({ expects }: EvaluationResult) => expects.kind === 'answer';
const isNotCovered = ({ expects }: EvaluationResult) => expects.kind === 'not_covered';
const isAnswered = ({ reply }: EvaluationResult) => reply === 'answered';

function shareOf(
  among: (result: EvaluationResult) => boolean,
  isHit: (result: EvaluationResult) => boolean,
): Measure['of'] {
  return (results) => {
    const all = results.filter(among);
    return all.length === 0 ? null : all.filter(isHit).length / all.length;
  };
}

function scoredMeasure(measure: (scored: ReturnType<typeof scoredOf>) => number): Measure['of'] {
  return (results) => {
    const scored = scoredOf(results);
    return scored.length === 0 ? null : measure(scored);
  };
}

const measures: readonly Measure[] = [
  { figure: 'accuracy', unit: 'share', better: 'higher', of: shareOf(() => true, isRight) },
  { figure: 'right_of_answerable', unit: 'share', better: 'higher', of: shareOf(isAnswerable, isRight) },
  { figure: 'refused_of_not_covered', unit: 'share', better: 'higher', of: shareOf(isNotCovered, isRight) },
  {
    figure: 'refused_of_answerable',
    unit: 'share',
    better: 'lower',
    of: shareOf(isAnswerable, ({ outcome }) => outcome === 'refused_wrongly'),
  },
  {
    figure: 'sources_cited',
    unit: 'share',
    better: 'higher',
    of: shareOf(
      (result) => isAnswered(result) && result.expects.kind === 'answer' && result.expects.sources.length > 0,
      ({ citations }) => citations.some(({ is_expected }) => is_expected),
    ),
  },
  {
    figure: 'grounded',
    unit: 'share',
    better: 'higher',
    of: shareOf(isAnswered, ({ is_grounded }) => is_grounded),
  },
  {
    figure: 'expected_calibration_error',
    unit: 'error',
    better: 'lower',
    of: scoredMeasure((scored) => calibrationError(scored).error),
  },
  { figure: 'brier', unit: 'error', better: 'lower', of: scoredMeasure(brierScore) },
  {
    figure: 'risk_area',
    unit: 'error',
    better: 'lower',
    of: scoredMeasure((scored) => riskCoverage(scored, { total: scored.length }).area),
  },
  {
    figure: 'median_time_ms',
    unit: 'ms',
    better: 'lower',
    of: (results) =>
      results.length === 0
        ? null
        : quantile(
            results.map(({ time_ms }) => time_ms).sort((one, other) => one - other),
            0.5,
          ),
  },
];

/** Two runs, question by question. What only one of them asked, or expected something else of, is counted and left out. */
export function compareEvaluations(base: EvaluationReport, other: EvaluationReport): EvaluationComparison {
  const byId = new Map(base.results.map((result) => [result.golden_id, result]));
  const pairs = other.results.flatMap((result): Pair[] => {
    const before = byId.get(result.golden_id);
    return before !== undefined && asksTheSame(before, result) ? [{ base: before, other: result }] : [];
  });
  return {
    base: subjectOf(base),
    other: subjectOf(other),
    shared_count: pairs.length,
    only_base_count: base.results.length - pairs.length,
    only_other_count: other.results.length - pairs.length,
    differing: differencesOf(base, other),
    figures: [...measures, ...costMeasures(pairs)].flatMap((measure) => compareFigure(pairs, measure)),
    changed: changedOf(pairs),
  };
}

function asksTheSame(one: EvaluationResult, other: EvaluationResult): boolean {
  return (
    one.question === other.question &&
    isDeepStrictEqual(one.expects, other.expects) &&
    isDeepStrictEqual(one.groups, other.groups)
  );
}

function subjectOf(report: EvaluationReport): EvaluationComparison['base'] {
  const { id, content_pack, subject, conditions, status } = report;
  return { id, content_pack, subject, conditions, status };
}

function differencesOf(base: EvaluationReport, other: EvaluationReport): string[] {
  const { conditions: one } = base;
  const { conditions: two } = other;
  const found: string[] = [];
  if (base.content_pack.id !== other.content_pack.id) found.push('They are of different content packs.');
  if (base.status === 'partial' || other.status === 'partial') found.push('One of them was interrupted.');
  if (one.service_version !== two.service_version)
    found.push(`Version of Avow: ${one.service_version}, then ${two.service_version}.`);
  if (one.model_tier !== two.model_tier)
    found.push(`Tier: ${tierInWords(one.model_tier)}, then ${tierInWords(two.model_tier)}.`);
  if (one.policy.version !== two.policy.version)
    found.push(`Policy: ${one.policy.version}, then ${two.policy.version}.`);
  if (!isDeepStrictEqual(one.models, two.models)) found.push('They were answered by different models.');
  if (one.confidence_model !== two.confidence_model) found.push('They were scored in different ways.');
  return found;
}

function tierInWords(tier: number | null): string {
  return tier === null ? 'as the policy says' : String(tier);
}

/** One for each currency that either run was paid in: amounts of several are never added. */
function costMeasures(pairs: readonly Pair[]): (Measure & { readonly currency: string })[] {
  const currencies = new Set(
    pairs.flatMap(({ base, other }) => [base.cost, other.cost].flatMap((cost) => cost?.currency ?? [])),
  );
  return [...currencies].sort().map((currency) => ({
    ...{ figure: 'cost', unit: 'currency', better: 'lower', currency },
    of: (results) =>
      results.reduce((sum, { cost }) => sum + (cost?.currency === currency ? cost.amount : 0), 0),
  }));
}

const bootstrap = { rounds: 1_000, seed: 1 };

function compareFigure(
  pairs: readonly Pair[],
  { of, ...measure }: Measure & { readonly currency?: string },
): EvaluationComparison['figures'] {
  const baseOf = (some: readonly Pair[]) => of(some.map(({ base }) => base));
  const otherOf = (some: readonly Pair[]) => of(some.map(({ other }) => other));
  const base = baseOf(pairs);
  const other = otherOf(pairs);
  if (base === null || other === null) return [];
  // A draw may leave one of them nothing to measure: it then says that nothing differs.
  const differenceOf = (some: readonly Pair[]) => {
    const [one, two] = [baseOf(some), otherOf(some)];
    return one === null || two === null ? 0 : two - one;
  };
  const difference = { value: other - base, ...bootstrapInterval(pairs, differenceOf, bootstrap) };
  return [{ ...measure, currency: measure.currency ?? null, base, other, difference }];
}

const worth: Readonly<Record<EvaluationResult['outcome'], number>> = {
  right: 2,
  refused_rightly: 2,
  partly: 1,
  wrong: 0,
  refused_wrongly: 0,
  failed: 0,
};

/** Worse ones first, then better ones, then what came out differently and no better. */
function changedOf(pairs: readonly Pair[]): EvaluationComparison['changed'] {
  const changed = pairs
    .filter(({ base, other }) => base.outcome !== other.outcome)
    .map(({ base, other }) => {
      const gain = worth[other.outcome] - worth[base.outcome];
      return { change: gain > 0 ? 'better' : gain < 0 ? 'worse' : 'other', base, other } as const;
    });
  return ['worse', 'better', 'other'].flatMap((kind) => changed.filter(({ change }) => change === kind));
}
