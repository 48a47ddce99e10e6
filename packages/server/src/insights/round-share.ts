const decimals = 6;

/** More decimals than anybody reads, and none that arithmetic made up. */
export function roundShare(value: number): number {
  return Number(value.toFixed(decimals));
}
