import type { GroundLines } from '@avow/server/measurement';
import { meanOf } from '../retrieval/measures.ts';
import type { GroundedRow } from './grounded-sets.ts';
import { isKept, type Measured } from './measure-rows.ts';

interface LinesTried {
  readonly lines: GroundLines;
  /** The shares of supported sentences kept and of unsupported ones rejected, averaged over the sets. */
  readonly kept: number;
  readonly turnedDown: number;
}

const steps = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) =>
    Number((from + at * step).toFixed(2)),
  );

/** All combinations of thresholds that keep at least this share, sorted by the share they reject. */
export function tryLines(
  sets: ReadonlyArray<readonly Measured<GroundedRow>[]>,
  keptMin: number,
): LinesTried[] {
  const tried: LinesTried[] = [];
  for (const coverageMin of steps(0.3, 0.7, 0.1))
    for (const gapMax of [3, 4, 5, 6, 8])
      for (const supportedMin of steps(0.05, 0.7, 0.05))
        for (const contradictedMax of [0.1, 0.2, 0.3, 0.4, 0.5, 0.7]) {
          const lines = { coverageMin, gapMax, supportedMin, contradictedMax };
          tried.push({ lines, ...sharesOf(sets, lines) });
        }
  return tried.filter(({ kept }) => kept >= keptMin).sort((one, other) => other.turnedDown - one.turnedDown);
}

function sharesOf(sets: ReadonlyArray<readonly Measured<GroundedRow>[]>, lines: GroundLines) {
  const shareKept = (isSupported: boolean) =>
    sets.flatMap((set) => {
      const its = set.filter(({ row }) => row.isSupported === isSupported);
      if (its.length === 0) return [];
      return [its.filter((one) => isKept(one, 'both', lines)).length / its.length];
    });
  return { kept: meanOf(shareKept(true)), turnedDown: 1 - meanOf(shareKept(false)) };
}
