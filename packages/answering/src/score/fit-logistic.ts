import { fitNearPrior, type LabelledRow } from './fit-near-prior.ts';

/** A constant has no prior but a trace, which keeps it finite if all rows are equal. */
const constantStrength = 1e-9;

/**
 * Weights of a logistic model, the constant first, with a little shrinking. `signs` says for each value which sign its
 * weight may have (0: either): a weight that would have the other one is left out, so that every value pulls the way it
 * is said to.
 */
export function fitLogistic(
  rows: readonly LabelledRow[],
  { signs, shrink }: { readonly signs: readonly number[]; readonly shrink: number },
): number[] {
  const used = new Set(signs.keys());
  for (;;) {
    const columns = [...used];
    const fitted = fitNearPrior(
      rows.map(({ values, isTrue, weight }) => ({
        values: [1, ...columns.map((column) => values[column] ?? 0)],
        isTrue,
        weight,
      })),
      [constantStrength, ...columns.map(() => shrink)].map((strength) => ({ centre: 0, strength })),
    );
    const against = columns.map((column, at) => (signs[column] ?? 0) * (fitted[at + 1] ?? 0));
    const worst = Math.min(0, ...against);
    if (worst === 0) {
      const found = new Map(columns.map((column, at) => [column, fitted[at + 1] ?? 0]));
      return [fitted[0] ?? 0, ...[...signs.keys()].map((column) => found.get(column) ?? 0)];
    }
    // One at a time: without it, the others may have the right sign.
    used.delete(columns[against.indexOf(worst)] ?? -1);
  }
}
