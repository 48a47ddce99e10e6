import type { ScoredOutcome } from './scored-outcome.ts';

/** All outcomes with one score. */
export interface ScoreGroup {
  readonly score: number;
  readonly count: number;
  readonly rightCount: number;
}

/**
 * Groups outcomes by score, lowest first, so that figures do not depend on the order of outcomes with equal scores.
 */
export function groupByScore(scored: readonly ScoredOutcome[]): ScoreGroup[] {
  // Arrays of numbers are sorted without a call for each comparison: ten times as fast at a hundred thousand.
  const all = new Float64Array(scored.length);
  const rightAmong = new Float64Array(scored.length);
  let rightCount = 0;
  scored.forEach(({ score, isRight }, index) => {
    all[index] = score;
    if (isRight) rightAmong[rightCount++] = score;
  });
  all.sort();
  const right = rightAmong.subarray(0, rightCount).sort();
  const groups: ScoreGroup[] = [];
  let rightSeen = 0;
  for (let start = 0; start < all.length; ) {
    const score = all[start] ?? 0;
    let end = start + 1;
    while (end < all.length && all[end] === score) end += 1;
    const rightBefore = rightSeen;
    while (rightSeen < right.length && right[rightSeen] === score) rightSeen += 1;
    groups.push({ score, count: end - start, rightCount: rightSeen - rightBefore });
    start = end;
  }
  return groups;
}
