/** Answers by score: ten equal ranges, lowest first. */
const rangeCount = 10;

/** How many of these scores are in each tenth. */
export function countByScore(scores: Iterable<number>): number[] {
  const counts = new Array<number>(rangeCount).fill(0);
  for (const score of scores) {
    const range = Math.min(rangeCount - 1, Math.max(0, Math.floor(score * rangeCount)));
    counts[range] = (counts[range] ?? 0) + 1;
  }
  return counts;
}

/**
 * How far two distributions of scores are apart: the largest difference of the shares below any tenth, as Kolmogorov and
 * Smirnov compare them. 0 if either is empty.
 */
export function scoreShift(older: readonly number[], newer: readonly number[]): number {
  const [beforeAll, afterAll] = [total(older), total(newer)];
  if (beforeAll === 0 || afterAll === 0) return 0;
  let [largest, beforeSum, afterSum] = [0, 0, 0];
  for (const [range, count] of older.entries()) {
    beforeSum += count;
    afterSum += newer[range] ?? 0;
    largest = Math.max(largest, Math.abs(beforeSum / beforeAll - afterSum / afterAll));
  }
  return largest;
}

/** A difference that chance alone exceeds once in a thousand times, for continuous scores; less often for tenths. */
export function shiftByChance(before: readonly number[], after: readonly number[]): number {
  const [beforeAll, afterAll] = [total(before), total(after)];
  if (beforeAll === 0 || afterAll === 0) return 1;
  return chanceFactor * Math.sqrt(1 / beforeAll + 1 / afterAll);
}

/** √(−ln(0.001 / 2) / 2) */
const chanceFactor = 1.9495;

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
