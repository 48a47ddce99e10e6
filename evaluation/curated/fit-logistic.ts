export interface LabelledRow {
  readonly values: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
}

const stepsMax = 60;
const enough = 1e-8;

/**
 * Weights of a logistic model, the constant first, by Newton's method with a little shrinking. `signs` says for each value
 * which sign its weight may have (0: either): a weight that would have the other one is left out, so that every value
 * pulls the way it is said to.
 */
export function fitLogistic(
  rows: readonly LabelledRow[],
  { signs, shrink }: { readonly signs: readonly number[]; readonly shrink: number },
): number[] {
  const used = new Set(signs.keys());
  for (;;) {
    const columns = [...used];
    const fitted = fitAll(
      rows.map(({ values, isTrue, weight }) => ({
        values: [1, ...columns.map((column) => values[column] ?? 0)],
        isTrue,
        weight,
      })),
      shrink,
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

function fitAll(rows: readonly LabelledRow[], shrink: number): number[] {
  const size = rows[0]?.values.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < stepsMax; step += 1) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : -shrink * weight));
    const bend = weights.map((_, at) =>
      weights.map((__, other) => (at === other ? (at === 0 ? 1e-9 : shrink) : 0)),
    );
    for (const { values, isTrue, weight } of rows) {
      const sum = values.reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-sum));
      const pull = weight * ((isTrue ? 1 : 0) - chance);
      const spread = weight * chance * (1 - chance);
      for (let at = 0; at < size; at += 1) {
        const value = values[at] ?? 0;
        slope[at] = (slope[at] ?? 0) + pull * value;
        const row = bend[at];
        if (row !== undefined)
          for (let other = 0; other < size; other += 1)
            row[other] = (row[other] ?? 0) + spread * value * (values[other] ?? 0);
      }
    }
    const move = solve(bend, slope);
    weights = weights.map((weight, at) => weight + (move[at] ?? 0));
    if (Math.max(...move.map(Math.abs)) < enough) break;
  }
  return weights;
}

/** Gaussian elimination with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let at = column + 1; at < size; at += 1)
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = at;
    const [chosen, here] = [rows[pivot], rows[column]];
    if (chosen === undefined || here === undefined) continue;
    rows[pivot] = here;
    rows[column] = chosen;
    for (const row of rows) {
      if (row === chosen) continue;
      const factor = (row[column] ?? 0) / (chosen[column] ?? 1);
      for (let at = column; at <= size; at += 1) row[at] = (row[at] ?? 0) - factor * (chosen[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
