/** 95 % of such intervals contain the true share. */
const standardDeviations = 1.959963984540054;

/** A range of shares. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/** The 95 % interval of a share that was observed as `hits` of `total`. 0 to 1 if there are no observations. */
export function wilsonInterval({
  hits,
  total,
}: {
  /** May be fractional, because ties are divided evenly. */
  readonly hits: number;
  readonly total: number;
}): ShareInterval {
  if (total <= 0) return { low: 0, high: 1 };
  const share = Math.min(1, Math.max(0, hits / total));
  const squared = standardDeviations ** 2;
  const middle = share + squared / (2 * total);
  const reach = standardDeviations * Math.sqrt((share * (1 - share)) / total + squared / (4 * total ** 2));
  const divisor = 1 + squared / total;
  // At 0 and at 1 rounding would exclude the share itself.
  return {
    low: Math.min(share, Math.max(0, (middle - reach) / divisor)),
    high: Math.max(share, Math.min(1, (middle + reach) / divisor)),
  };
}
