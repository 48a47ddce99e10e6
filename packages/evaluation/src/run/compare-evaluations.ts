import { setImmediate as nextTick } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type ComparedFigure,
  comparedFigures,
  type EvaluationComparison,
  type EvaluationReport,
  type EvaluationResult,
} from '@avow/contract/evaluation';
import {
  bootstrapInterval,
  brierScore,
  calibrationError,
  quantile,
  riskCoverage,
  type ScoredOutcome,
} from '@avow/foundation/statistics';
import { scoredOutcomes } from './compute-figures.ts';
import { isRight } from './evaluate-reply.ts';

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
  /** Prepares the results once, so that each of a thousand bootstrap draws only handles numbers. */
  readonly of: (results: Results) => MeasureDrawn;
}

/** Measures the results at these indexes. Null: there is nothing to measure. */
type MeasureDrawn = (drawn: readonly number[]) => number | null;

const isAnswerable = ({ expects }: EvaluationResult) => expects.kind === 'answer';
const isNotCovered = ({ expects }: EvaluationResult) => expects.kind === 'not_covered';
const isAnswered = ({ reply }: EvaluationResult) => reply === 'answered';

function shareOf(
  among: (result: EvaluationResult) => boolean,
  isHit: (result: EvaluationResult) => boolean,
): Measure['of'] {
  return (results) => {
    const totals = Uint8Array.from(results, (one) => (among(one) ? 1 : 0));
    const hits = Uint8Array.from(results, (one) => (among(one) && isHit(one) ? 1 : 0));
    return (drawn) => {
      const total = sumOf(totals, drawn);
      return total === 0 ? null : sumOf(hits, drawn) / total;
    };
  };
}

function sumOf(values: ArrayLike<number>, drawn: readonly number[]): number {
  let sum = 0;
  for (const place of drawn) sum += values[place] ?? 0;
  return sum;
}

function scoredMeasure(measure: (scored: readonly ScoredOutcome[]) => number): Measure['of'] {
  return (results) => {
    const each = results.map((result) => scoredOutcomes([result])[0]);
    return (drawn) => {
      const scored: ScoredOutcome[] = [];
      for (const place of drawn) {
        const one = each[place];
        if (one !== undefined) scored.push(one);
      }
      return scored.length === 0 ? null : measure(scored);
    };
  };
}

const medianTime: Measure['of'] = (results) => (drawn) =>
  drawn.length === 0
    ? null
    : quantile(Float64Array.from(drawn, (place) => results[place]?.time_ms ?? 0).sort(), 0.5);

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
  { figure: 'median_time_ms', unit: 'ms', better: 'lower', of: medianTime },
];

/** Like `compareEvaluations`, but yields to the event loop between figures, because each takes a while with many questions. */
export async function compareCooperatively(
  base: EvaluationReport,
  other: EvaluationReport,
): Promise<EvaluationComparison> {
  const figures: EvaluationComparison['figures'] = [];
  for (const figure of comparedFigures) {
    await nextTick();
    figures.push(...compareEvaluations(base, other, [figure]).figures);
  }
  return { ...compareEvaluations(base, other, []), figures };
}

/** Compares two runs question by question. Questions that differ or are only in one run are counted and skipped. */
export function compareEvaluations(
  base: EvaluationReport,
  other: EvaluationReport,
  wanted: readonly ComparedFigure[] = comparedFigures,
): EvaluationComparison {
  const byId = new Map(base.results.map((result) => [result.golden_id, result]));
  const pairs = other.results.flatMap((result): Pair[] => {
    const before = byId.get(result.golden_id);
    return before !== undefined && isSameQuestion(before, result) ? [{ base: before, other: result }] : [];
  });
  return {
    base: subjectOf(base),
    other: subjectOf(other),
    shared_count: pairs.length,
    only_base_count: base.results.length - pairs.length,
    only_other_count: other.results.length - pairs.length,
    differing: differencesOf(base, other),
    figures: [...measures, ...costMeasures(pairs)]
      .filter(({ figure }) => wanted.includes(figure))
      .flatMap((measure) => compareFigure(pairs, measure)),
    changed: changedOf(pairs),
  };
}

function isSameQuestion(one: EvaluationResult, other: EvaluationResult): boolean {
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
  if (base.content_pack.id !== other.content_pack.id)
    found.push('The runs evaluate different content packs.');
  if (base.status === 'partial' || other.status === 'partial') found.push('One of the runs was interrupted.');
  if (one.service_version !== two.service_version)
    found.push(`Version of Avow: ${one.service_version}, then ${two.service_version}.`);
  if (one.model_tier !== two.model_tier)
    found.push(`Tier: ${tierInWords(one.model_tier)}, then ${tierInWords(two.model_tier)}.`);
  if (one.policy.version !== two.policy.version)
    found.push(`Policy: ${one.policy.version}, then ${two.policy.version}.`);
  if (!isDeepStrictEqual(one.models, two.models)) found.push('The answers come from different models.');
  if (one.confidence_model !== two.confidence_model) found.push('The confidence models differ.');
  return found;
}

function tierInWords(tier: number | null): string {
  return tier === null ? 'set by the policy' : String(tier);
}

/** One measure per currency of either run: amounts of different currencies are never added. */
function costMeasures(pairs: readonly Pair[]): (Measure & { readonly currency: string })[] {
  const currencies = new Set(
    pairs.flatMap(({ base, other }) => [base.cost, other.cost].flatMap((cost) => cost?.currency ?? [])),
  );
  return [...currencies].sort().map((currency) => ({
    ...{ figure: 'cost', unit: 'currency', better: 'lower', currency },
    of: (results) => {
      const amounts = results.map(({ cost }) => (cost?.currency === currency ? cost.amount : 0));
      return (drawn) => sumOf(amounts, drawn);
    },
  }));
}

const bootstrap = { rounds: 1_000, seed: 1 };

function compareFigure(
  pairs: readonly Pair[],
  { of, ...measure }: Measure & { readonly currency?: string },
): EvaluationComparison['figures'] {
  const baseOf = of(pairs.map(({ base }) => base));
  const otherOf = of(pairs.map(({ other }) => other));
  const places = pairs.map((_, place) => place);
  const base = baseOf(places);
  const other = otherOf(places);
  if (base === null || other === null) return [];
  // If a draw leaves nothing to measure, it counts as no difference.
  const differenceOf = (drawn: readonly number[]) => {
    const [one, two] = [baseOf(drawn), otherOf(drawn)];
    return one === null || two === null ? 0 : two - one;
  };
  const difference = { value: other - base, ...bootstrapInterval(places, differenceOf, bootstrap) };
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

/** Worse ones first, then better ones, then different outcomes of equal worth. */
function changedOf(pairs: readonly Pair[]): EvaluationComparison['changed'] {
  const changed = pairs
    .filter(({ base, other }) => base.outcome !== other.outcome)
    .map(({ base, other }) => {
      const gain = worth[other.outcome] - worth[base.outcome];
      return { change: gain > 0 ? 'better' : gain < 0 ? 'worse' : 'other', base, other } as const;
    });
  return ['worse', 'better', 'other'].flatMap((kind) => changed.filter(({ change }) => change === kind));
}
