/** The area under the ROC curve: the probability that a wanted score is above another. 0.5 if either list is empty. */
export function rankArea(wanted: readonly number[], others: readonly number[]): number {
  if (wanted.length === 0 || others.length === 0) return 0.5;
  const sorted = others.toSorted((one, other) => one - other);
  let sum = 0;
  for (const score of wanted) sum += (countBelow(sorted, score) + countUpTo(sorted, score)) / 2;
  return sum / (wanted.length * others.length);
}

/** The lowest threshold with at most this share of the scores above it. */
export function lineForFalseAlarms(scores: readonly number[], share: number): number {
  if (scores.length === 0) return Number.NEGATIVE_INFINITY;
  const falling = scores.toSorted((one, other) => other - one);
  const allowed = Math.floor(share * scores.length);
  return falling[allowed] ?? Number.NEGATIVE_INFINITY;
}

/** 0 if there are no scores. */
export function shareAbove(scores: readonly number[], line: number): number {
  return scores.length === 0 ? 0 : scores.filter((score) => score > line).length / scores.length;
}

const countBelow = (sorted: readonly number[], score: number) => firstPlace(sorted, (one) => one >= score);
const countUpTo = (sorted: readonly number[], score: number) => firstPlace(sorted, (one) => one > score);

/** The first index for which a monotonic condition holds, by binary search. */
function firstPlace(sorted: readonly number[], holds: (one: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
