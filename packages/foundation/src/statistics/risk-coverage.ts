import { groupByScore } from './group-by-score.ts';
import type { ScoredOutcome } from './scored-outcome.ts';

/** The result of answering only from this score upwards. */
export interface RiskCoveragePoint {
  readonly scoreMin: number;
  /** The share of all questions that are then answered. */
  readonly coverage: number;
  /** Of the answered questions. */
  readonly rightShare: number;
}

export interface RiskCoverage {
  /** One for each score, from the highest down, so that coverage grows. */
  readonly points: readonly RiskCoveragePoint[];
  /**
   * The mean share of wrong answers as the threshold goes down one answer at a time: 0 if no answer was wrong, and less the
   * better scores separate right from wrong. Of the answered questions only; 0 if there are none.
   */
  readonly area: number;
}

/** The risk-coverage curve. `total` includes the questions that were not answered. */
export function riskCoverage(
  scored: readonly ScoredOutcome[],
  { total }: { readonly total: number },
): RiskCoverage {
  const all = Math.max(total, scored.length);
  const points: RiskCoveragePoint[] = [];
  let answered = 0;
  let right = 0;
  let riskSum = 0;
  for (const { score, count, rightCount } of groupByScore(scored).reverse()) {
    // Equal scores have no order: each counts as right by the right share of the group.
    for (let step = 1; step <= count; step += 1)
      riskSum += 1 - (right + (step * rightCount) / count) / (answered + step);
    answered += count;
    right += rightCount;
    points.push({ scoreMin: score, coverage: answered / all, rightShare: right / answered });
  }
  return { points, area: riskSum / Math.max(1, answered) };
}

/** The largest share of questions that can be answered with at least this share of the answers right; 0 if none can. */
export function coverageAt(
  { points }: { readonly points: readonly Pick<RiskCoveragePoint, 'coverage' | 'rightShare'>[] },
  rightShare: number,
): number {
  return points.findLast((point) => point.rightShare >= rightShare)?.coverage ?? 0;
}
