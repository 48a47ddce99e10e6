import type { ReadingStage } from '@avow/answering/testing/reading';
import type { CandidateRow } from './collect-candidates.ts';
import { type FittedWeights, rankBy, weigh } from './fit-weights.ts';

/**
 * Of all rows of a question those that the service would have read by these weights. Without stages: all of them. Passages that
 * could not be quoted have no row, and count neither as read nor as better than another.
 */
export function readInStages(
  rows: readonly CandidateRow[],
  weights: FittedWeights,
  stages: readonly ReadingStage[],
): readonly CandidateRow[] {
  for (const { end, sureMin, hopelessMax } of stages) {
    const read = withLeads(rows.filter(({ rank }) => rank < end));
    const [best] = rankBy(weights, read);
    if (best === undefined) continue;
    const probability = weigh(weights, best);
    if (probability >= sureMin || probability < hopelessMax) return read;
  }
  const end = stages.at(-1)?.end ?? Number.POSITIVE_INFINITY;
  return withLeads(rows.filter(({ rank }) => rank < end));
}

/** The stage, with a passage that is sure at a higher or, below 0, lower probability. */
export function shiftSureMin(stage: ReadingStage, shift: number): ReadingStage {
  return { ...stage, sureMin: stage.sureMin + shift };
}

/** The stages of a reader in a hurry. */
export function hurriedStages(
  stages: readonly ReadingStage[],
  { end: last, sureMin, hopelessMax }: ReadingStage,
): ReadingStage[] {
  return stages.filter(({ end }) => end <= last).map(({ end }) => ({ end, sureMin, hopelessMax }));
}

/** How far each is above the best of the others depends on which others were read. */
function withLeads(rows: readonly CandidateRow[]): CandidateRow[] {
  return rows.map((row) => {
    const others = rows.filter((other) => other !== row).map(({ features }) => features.spanMargin);
    const spanLead = others.length === 0 ? 0 : row.features.spanMargin - Math.max(...others);
    return { ...row, features: { ...row.features, spanLead } };
  });
}
