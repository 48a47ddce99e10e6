import { describe, expect, test } from 'vitest';
import type { CandidateRow } from './collect-candidates.ts';
import type { FittedWeights } from './fit-weights.ts';
import { hurriedStages, readInStages, shiftSureMin } from './read-in-stages.ts';

const none = {
  ...{ spanMargin: 0, spanLead: 0, relevance: 0, searchRank: 0, nearness: 0 },
  ...{ wordShare: 0, headingShare: 0, headingShareOfSteps: 0, lacksNumber: 0 },
};
/** Rows of one question with these margins, in the order of the search. */
const rowsOf = (margins: readonly number[]) =>
  margins.map((spanMargin, rank) => ({ rank, features: { ...none, spanMargin } }) as CandidateRow);
const byMargin: FittedWeights = { constant: 0, weights: { ...none, spanMargin: 1 } };
const stages = [
  { end: 1, sureMin: 0.9, hopelessMax: 0.1 },
  { end: 2, sureMin: 0.8, hopelessMax: 0.1 },
  { end: 4, sureMin: 0, hopelessMax: 0 },
];

describe('readInStages', () => {
  test.each([
    { margins: [5, 0, 0, 0], read: 1, why: 'the first is sure to answer' },
    { margins: [-5, 0, 0, 0], read: 1, why: 'none will' },
    { margins: [0, 2, 0, 0], read: 2, why: 'one of two is sure' },
    { margins: [0, 0, 0, 0], read: 4, why: 'none is sure' },
  ])('stops after $read because $why', ({ margins, read }) => {
    expect(readInStages(rowsOf(margins), byMargin, stages)).toHaveLength(read);
  });

  test('measures the lead over what was read, not over what was not', () => {
    const [first] = readInStages(rowsOf([5, 9]), byMargin, stages);
    expect(first?.features.spanLead).toBe(0);
    const [both] = readInStages(rowsOf([5, 9]), byMargin, []);
    expect(both?.features.spanLead).toBe(-4);
  });

  test('reads on where it takes more to be sure', () => {
    const stricter = stages.map((stage) => shiftSureMin(stage, 0.5));
    expect(readInStages(rowsOf([5, 0, 0, 0]), byMargin, stricter)).toHaveLength(4);
  });

  test('reads no further than the last stage, also in a hurry', () => {
    const hurried = hurriedStages(stages, { end: 2, sureMin: 0.9, hopelessMax: 0.1 });
    expect(readInStages(rowsOf([0, 0, 0, 0]), byMargin, hurried)).toHaveLength(2);
  });

  test('goes on where none of the first has a row', () => {
    const rows = rowsOf([0, 0, 5, 0]).slice(2);
    expect(readInStages(rows, byMargin, stages)).toHaveLength(2);
  });
});
