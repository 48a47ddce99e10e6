/** The mean, over the right candidates, of the precision at their rank; 0 if there are none. */
export function averagePrecision(ranked: readonly boolean[]): number {
  let right = 0;
  let sum = 0;
  for (const [at, isRight] of ranked.entries()) {
    if (!isRight) continue;
    right += 1;
    sum += right / (at + 1);
  }
  return right === 0 ? 0 : sum / right;
}

/** One divided by the rank of the first right candidate; 0 if there is none. */
export function reciprocalRank(ranked: readonly boolean[]): number {
  return 1 / (ranked.indexOf(true) + 1 || Number.POSITIVE_INFINITY);
}
