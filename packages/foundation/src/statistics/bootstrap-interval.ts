import { quantile } from './quantile.ts';
import type { ShareInterval } from './wilson-interval.ts';

const roundsUsual = 1000;

/** Of all rounds together: many rows mean fewer rounds, 40 for 100,000 rows. */
const drawsMax = 4_000_000;

/**
 * A 95 % bootstrap interval of a figure, by resampling the rows with replacement. The same rows and seed give the same
 * interval. It always contains the figure of the rows: noise can only raise some figures, such as a calibration error, and
 * resampling alone would often lie above them.
 */
export function bootstrapInterval<Row>(
  rows: readonly Row[],
  /** Must not keep the array, which the next round overwrites. */
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
