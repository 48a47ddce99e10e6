/** The chance that one of the first is scored above one of the second; a tie counts half. 0.5 where either is empty. */
export function rankArea(wanted: readonly number[], others: readonly number[]): number {
  if (wanted.length === 0 || others.length === 0) return 0.5;
  const sorted = others.toSorted((one, other) => one - other);
  let sum = 0;
  for (const score of wanted) sum += (countBelow(sorted, score) + countUpTo(sorted, score)) / 2;
  return sum / (wanted.length * others.length);
}

/** The lowest line that at most this share of the scores is above. */
export function lineForFalseAlarms(scores: readonly number[], share: number): number {
  if (scores.length === 0) return Number.NEGATIVE_INFINITY;
  const falling = scores.toSorted((one, other) => other - one);
  const allowed = Math.floor(share * scores.length);
  return falling[allowed] ?? Number.NEGATIVE_INFINITY;
}

/** 0 where there are none. */
export function shareAbove(scores: readonly number[], line: number): number {
  return scores.length === 0 ? 0 : scores.filter((score) => score > line).length / scores.length;
}

const countBelow = (sorted: readonly number[], score: number) => firstPlace(sorted, (one) => one >= score);
const countUpTo = (sorted: readonly number[], score: number) => firstPlace(sorted, (one) => one > score);

/** Where the numbers begin for which it holds; it holds for all after one for which it does. */
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
