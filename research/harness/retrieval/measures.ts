/** nDCG of the first `depth` results, 0 to 1, with linear gains. */
export function gainAt(ranked: readonly string[], worth: ReadonlyMap<string, number>, depth: number): number {
  const gains = (worths: readonly number[]) =>
    worths.slice(0, depth).reduce((sum, value, at) => sum + value / Math.log2(at + 2), 0);
  const best = gains([...worth.values()].sort((one, other) => other - one));
  return best === 0 ? 0 : gains(ranked.map((id) => worth.get(id) ?? 0)) / best;
}

/** The share of relevant documents among the first `depth` results. */
export function recallAt(
  ranked: readonly string[],
  worth: ReadonlyMap<string, number>,
  depth: number,
): number {
  const found = ranked.slice(0, depth).filter((id) => worth.has(id));
  return worth.size === 0 ? 0 : found.length / worth.size;
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
