import { groupByScore } from './group-by-score.ts';
import type { ScoredOutcome } from './scored-outcome.ts';

/** What comes of answering only what scores at least so much. */
export interface RiskCoveragePoint {
  readonly scoreMin: number;
  /** The share of all questions that is then answered. */
  readonly coverage: number;
  /** Of what is answered. */
  readonly rightShare: number;
}

export interface RiskCoverage {
  /** One for each score that was given, from the highest down: coverage grows. */
  readonly points: readonly RiskCoveragePoint[];
  /**
   * The mean share of wrong answers as the line goes down one answer at a time: 0 where no answer was wrong, less the
   * better scores tell right from wrong. Of what was answered alone; 0 where nothing was.
   */
  readonly area: number;
}

/** How much is right of how much that is answered. `total` counts also the questions that were not answered. */
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
    // Equal scores come in no order: each of them is right by the share of them that is.
    for (let step = 1; step <= count; step += 1)
      riskSum += 1 - (right + (step * rightCount) / count) / (answered + step);
    answered += count;
    right += rightCount;
    points.push({ scoreMin: score, coverage: answered / all, rightShare: right / answered });
  }
  return { points, area: riskSum / Math.max(1, answered) };
}

/** The largest share of questions that can be answered with at least this share of the answers right; 0 where none can. */
export function coverageAt(
  { points }: { readonly points: readonly Pick<RiskCoveragePoint, 'coverage' | 'rightShare'>[] },
  rightShare: number,
): number {
  return points.findLast((point) => point.rightShare >= rightShare)?.coverage ?? 0;
}
