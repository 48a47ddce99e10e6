import { type GroundLines, groundLines, type JudgeLines } from '@avow/answering/testing/grounding';
import { meanOf } from '../retrieval/measures.ts';
import type { GroundedRow } from './grounded-sets.ts';
import { isKept, type Measured } from './measure-rows.ts';

interface LinesTried {
  readonly lines: GroundLines;
  /** The shares of supported sentences kept, averaged over the sets, and of others rejected, over sets and kinds of errors. */
  readonly kept: number;
  readonly turnedDown: number;
}

/** All combinations of thresholds that reject at least this share, sorted by the share they keep. */
export function tryLines(
  sets: ReadonlyArray<readonly Measured<GroundedRow>[]>,
  turnedDownMin: number,
): LinesTried[] {
  const tried: LinesTried[] = [];
  for (const worded of judgeLines([0.05, 0.2, 0.4], [0.1, 0.15, 0.2, 0.25, 0.3, 0.5]))
    for (const alone of judgeLines([0.3, 0.5, 0.6, 0.7, 0.75, 0.8], [0.1, 0.15, 0.2, 0.25, 0.3]))
      for (const together of judgeLines([0.6, 0.7, 0.8], [0.1, 0.15, 0.2])) {
        const lines = { ...groundLines, worded: { ...groundLines.worded, ...worded }, alone, together };
        tried.push({ lines, ...sharesOf(sets, lines) });
      }
  return tried
    .filter(({ turnedDown }) => turnedDown >= turnedDownMin)
    .sort((one, other) => other.kept - one.kept);
}

function judgeLines(supported: readonly number[], contradicted: readonly number[]): JudgeLines[] {
  return supported.flatMap((supportedMin) =>
    contradicted.map((contradictedMax) => ({ supportedMin, contradictedMax })),
  );
}

function sharesOf(sets: ReadonlyArray<readonly Measured<GroundedRow>[]>, lines: GroundLines) {
  const shareKept = (some: readonly Measured<GroundedRow>[]) =>
    some.filter((one) => isKept(one, 'both', lines)).length / some.length;
  const supported = sets.map((set) => set.filter(({ row }) => row.isSupported));
  const others = sets.flatMap((set) => [
    ...Map.groupBy(
      set.filter(({ row }) => !row.isSupported),
      ({ row }) => row.kind ?? '',
    ).values(),
  ]);
  const isEnough = (some: readonly unknown[]) => some.length >= rowsMin;
  return {
    kept: meanOf(supported.filter(isEnough).map(shareKept)),
    turnedDown: 1 - meanOf(others.filter(isEnough).map(shareKept)),
  };
}

/** A kind of error with fewer rows says nothing. */
const rowsMin = 5;
