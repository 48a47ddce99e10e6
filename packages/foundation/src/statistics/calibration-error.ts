import { groupByScore } from './group-by-score.ts';
import type { ScoredOutcome } from './scored-outcome.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** Outcomes with similar scores. */
export interface CalibrationBin {
  readonly count: number;
  readonly meanScore: number;
  readonly rightShare: number;
  /** The 95 % interval of the right share. */
  readonly low: number;
  readonly high: number;
}

export interface CalibrationError {
  /** How far scores are from the share that was right, on average: 0 is perfect; 0 also if there are none. */
  readonly error: number;
  /** By score, lowest first. */
  readonly bins: readonly CalibrationBin[];
}

const binsMaxUsual = 10;

/** With fewer outcomes noise alone would look like an error. */
const binCountMin = 10;

/**
 * The expected calibration error, in bins of equal counts (they differ by one at most). If the edge of a bin falls
 * among equal scores, the right ones among them are divided evenly, so the order of outcomes does not matter.
 */
export function calibrationError(
  scored: readonly ScoredOutcome[],
  { binsMax = binsMaxUsual }: { readonly binsMax?: number } = {},
): CalibrationError {
  const total = scored.length;
  if (total === 0) return { error: 0, bins: [] };
  const binCount = Math.max(1, Math.min(Math.floor(binsMax), Math.floor(total / binCountMin)));
  const edges = Array.from({ length: binCount }, (_, index) => Math.floor(((index + 1) * total) / binCount));
  const bins = fillBins(scored, edges);
  const error = bins.reduce(
    (sum, { count, meanScore, rightShare }) => sum + (count / total) * Math.abs(meanScore - rightShare),
    0,
  );
  return { error, bins };
}

/** Each bin ends before the outcome whose rank is its edge. */
function fillBins(scored: readonly ScoredOutcome[], edges: readonly number[]): CalibrationBin[] {
  const bins: CalibrationBin[] = [];
  let rank = 0;
  let open = { count: 0, scoreSum: 0, rightSum: 0 };
  for (const { score, count, rightCount } of groupByScore(scored)) {
    for (let left = count; left > 0; ) {
      const taken = Math.min(left, (edges[bins.length] ?? rank + left) - rank);
      open = {
        count: open.count + taken,
        scoreSum: open.scoreSum + taken * score,
        rightSum: open.rightSum + (taken * rightCount) / count,
      };
      rank += taken;
      left -= taken;
      if (rank !== edges[bins.length]) continue;
      bins.push(closeBin(open));
      open = { count: 0, scoreSum: 0, rightSum: 0 };
    }
  }
  return bins;
}

function closeBin(open: {
  readonly count: number;
  readonly scoreSum: number;
  readonly rightSum: number;
}): CalibrationBin {
  return {
    count: open.count,
    meanScore: open.scoreSum / open.count,
    rightShare: Math.min(1, open.rightSum / open.count),
    ...wilsonInterval({ hits: open.rightSum, total: open.count }),
  };
}
