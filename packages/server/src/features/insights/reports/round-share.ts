const decimals = 6;

/** Rounds away floating-point noise. */
export function roundShare(value: number): number {
  return Number(value.toFixed(decimals));
}
