/** The mean, over all that is right, of the share of right ones down to it; 0 where nothing is right. */
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

/** One over the place of the first that is right; 0 where nothing is. */
export function reciprocalRank(ranked: readonly boolean[]): number {
  return 1 / (ranked.indexOf(true) + 1 || Number.POSITIVE_INFINITY);
}
