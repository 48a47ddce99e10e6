import { quantile } from './quantile.ts';
import type { ShareInterval } from './wilson-interval.ts';

const roundsUsual = 1000;

/** Of all rounds together: above it fewer rounds are made, at a hundred thousand rows forty. */
const drawsMax = 4_000_000;

/**
 * Where a figure lies, with 95 % confidence, by drawing as many rows again and again, with repeats. The same rows and the
 * same seed give the same interval. It always holds the figure of the rows themselves: of one that noise can only raise,
 * such as a calibration error, draws alone would often lie above it.
 */
export function bootstrapInterval<Row>(
  rows: readonly Row[],
  /** Must not keep the array it is given: the next round fills it anew. */
  measure: (rows: readonly Row[]) => number,
  { rounds = roundsUsual, seed = 1 }: { readonly rounds?: number; readonly seed?: number } = {},
): ShareInterval {
  const seen = measure(rows);
  if (rows.length < 2) return { low: seen, high: seen };
  const roundCount = Math.max(1, Math.min(Math.floor(rounds), Math.floor(drawsMax / rows.length)));
  const nextBelow = createDraws(seed);
  const drawn = [...rows];
  const figures = new Float64Array(roundCount);
  for (let round = 0; round < roundCount; round += 1) {
    for (let index = 0; index < drawn.length; index += 1) drawn[index] = rows[nextBelow(rows.length)] as Row;
    figures[round] = measure(drawn);
  }
  figures.sort();
  return {
    low: Math.min(seen, quantile(figures, 0.025)),
    high: Math.max(seen, quantile(figures, 0.975)),
  };
}

/** Whole numbers below a limit, the same for the same seed: a Weyl sequence, mixed (SplitMix32). */
function createDraws(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * limit);
  };
}
