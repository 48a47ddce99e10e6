import type {
  Estimate,
  EvaluatedShare,
  EvaluationFigures,
  EvaluationOutcome,
  EvaluationResult,
} from '@avow/contract/evaluation';
import type { Cost } from '@avow/contract/records';
import {
  bootstrapInterval,
  brierScore,
  calibrationError,
  coverageAt,
  quantile,
  riskCoverage,
  type ScoredOutcome,
  wilsonInterval,
} from '@avow/foundation/statistics';
import { isRight } from './evaluate-reply.ts';

type Results = readonly EvaluationResult[];

/** Computes all figures of a run from its results alone. */
export function computeFigures(results: Results): EvaluationFigures {
  const answerable = results.filter(({ expects }) => expects.kind === 'answer');
  const notCovered = results.filter(({ expects }) => expects.kind === 'not_covered');
  const answered = results.filter(({ reply }) => reply === 'answered');
  const withSources = answered.filter(
    ({ expects }) => expects.kind === 'answer' && expects.sources.length > 0,
  );
  const quotes = results.flatMap(({ citations }) => citations).filter(({ quote }) => quote !== null);
  const came = (some: Results, outcome: EvaluationOutcome) => shareOf(some, (one) => one.outcome === outcome);
  return {
    accuracy: shareOf(results, isRight),
    answerable: {
      total: answerable.length,
      right: came(answerable, 'right'),
      partly: came(answerable, 'partly'),
      wrong: came(answerable, 'wrong'),
      refused: came(answerable, 'refused_wrongly'),
    },
    not_covered: { total: notCovered.length, refused: came(notCovered, 'refused_rightly') },
    failed: came(results, 'failed'),
    sources_cited: shareOf(withSources, ({ citations }) => citations.some(({ is_expected }) => is_expected)),
    quotes_stored: shareOf(quotes, ({ is_stored }) => is_stored),
    grounded: shareOf(answered, ({ is_grounded }) => is_grounded),
    calibration: calibrationOf(results),
    latency: latencyOf(results),
    degraded: shareOf(results, ({ is_degraded }) => is_degraded),
    costs: costsOf(results),
  };
}

function shareOf<Entry>(entries: readonly Entry[], isHit: (entry: Entry) => boolean): EvaluatedShare | null {
  const total = entries.length;
  if (total === 0) return null;
  const hits = entries.filter(isHit).length;
  return { hits, total, value: hits / total, ...wilsonInterval({ hits, total }) };
}

/** Answers with their scores. A partly right answer counts as wrong. */
export function scoredOutcomes(results: Results): ScoredOutcome[] {
  return results.flatMap((result) =>
    result.confidence === null ? [] : [{ score: result.confidence.score, isRight: isRight(result) }],
  );
}

/** A fixed seed makes the intervals reproducible. */
const bootstrap = { rounds: 1_000, seed: 1 };

function calibrationOf(results: Results): EvaluationFigures['calibration'] {
  const scored = scoredOutcomes(results);
  if (scored.length === 0) return null;
  const total = results.length;
  const estimate = (measure: (some: readonly ScoredOutcome[]) => number): Estimate => ({
    value: measure(scored),
    ...bootstrapInterval(scored, measure, bootstrap),
  });
  const curve = riskCoverage(scored, { total });
  return {
    answer_count: scored.length,
    expected_error: estimate((some) => calibrationError(some).error),
    brier: estimate(brierScore),
    risk_area: estimate((some) => riskCoverage(some, { total: some.length }).area),
    coverage_at_80: coverageAt(curve, 0.8),
    coverage_at_95: coverageAt(curve, 0.95),
    bins: calibrationError(scored).bins.map(({ count, meanScore, rightShare, low, high }) => ({
      count,
      mean_score: meanScore,
      right_share: rightShare,
      low,
      high,
    })),
    risk_coverage: curve.points.map(({ coverage, rightShare }) => ({ coverage, right_share: rightShare })),
  };
}

function latencyOf(results: Results): EvaluationFigures['latency'] {
  if (results.length === 0) return null;
  const times = results.map(({ time_ms }) => time_ms).sort((one, other) => one - other);
  return { p50_ms: quantile(times, 0.5), p95_ms: quantile(times, 0.95) };
}

/** Amounts of different currencies are never added. */
function costsOf(results: Results): Cost[] {
  const byCurrency = Map.groupBy(
    results.flatMap(({ cost }) => (cost === null ? [] : [cost])),
    ({ currency }) => currency,
  );
  return [...byCurrency.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, costs]) => ({
      currency,
      amount: sum(costs, ({ amount }) => amount),
      input_tokens: sum(costs, ({ input_tokens }) => input_tokens),
      output_tokens: sum(costs, ({ output_tokens }) => output_tokens),
    }));
}

function sum(costs: readonly Cost[], of: (cost: Cost) => number): number {
  return costs.reduce((total, cost) => total + of(cost), 0);
}
