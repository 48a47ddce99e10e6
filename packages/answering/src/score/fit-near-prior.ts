export interface LabelledRow {
  readonly values: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
}

/** Where a weight is without any rows, and how strongly it is kept there: strength ÷ 2 × (weight − centre)². */
export interface Prior {
  readonly centre: number;
  readonly strength: number;
}

const stepsMax = 60;
const halvingsMax = 40;
const enough = 1e-10;

/**
 * The weights of a logistic model that minimize the sum of the rows' log losses and the priors' penalties, by Newton's
 * method. A step that would increase the sum is halved until it does not, so it ends at the only minimum.
 */
export function fitNearPrior(rows: readonly LabelledRow[], priors: readonly Prior[]): number[] {
  let weights = priors.map(({ centre }) => centre);
  let cost = costOf(weights, { rows, priors });
  for (let step = 0; step < stepsMax; step += 1) {
    const move = newtonStep(weights, { rows, priors });
    let share = 1;
    let next = weights;
    let nextCost = cost;
    for (let halving = 0; halving < halvingsMax; halving += 1) {
      next = weights.map((weight, at) => weight + share * (move[at] ?? 0));
      nextCost = costOf(next, { rows, priors });
      if (nextCost <= cost) break;
      share /= 2;
    }
    // The remaining difference is below floating-point precision.
    if (!(nextCost <= cost)) break;
    weights = next;
    cost = nextCost;
    if (Math.max(...move.map((part) => Math.abs(part * share))) < enough) break;
  }
  return weights;
}

interface Given {
  readonly rows: readonly LabelledRow[];
  readonly priors: readonly Prior[];
}

/** Log loss of predicting this logit, without overflow. */
export function logLoss(logit: number, isTrue: boolean): number {
  const against = isTrue ? -logit : logit;
  return Math.max(0, against) + Math.log1p(Math.exp(-Math.abs(against)));
}

function costOf(weights: readonly number[], { rows, priors }: Given): number {
  const penalty = priors.reduce(
    (total, { centre, strength }, at) => total + (strength / 2) * ((weights[at] ?? 0) - centre) ** 2,
    0,
  );
  return rows.reduce(
    (total, { values, isTrue, weight }) => total + weight * logLoss(dot(values, weights), isTrue),
    penalty,
  );
}

function newtonStep(weights: readonly number[], { rows, priors }: Given): number[] {
  const slope = priors.map(({ centre, strength }, at) => strength * (centre - (weights[at] ?? 0)));
  const bend = priors.map(({ strength }, at) => priors.map((_, other) => (at === other ? strength : 0)));
  for (const { values, isTrue, weight } of rows) {
    const chance = 1 / (1 + Math.exp(-dot(values, weights)));
    const pull = weight * ((isTrue ? 1 : 0) - chance);
    const spread = weight * chance * (1 - chance);
    // Zeros are skipped: most values of a row are the indicators of other methods.
    for (let at = 0; at < bend.length; at += 1) {
      const [value, row] = [values[at] ?? 0, bend[at]];
      if (value === 0 || row === undefined) continue;
      slope[at] = (slope[at] ?? 0) + pull * value;
      for (let other = 0; other < row.length; other += 1)
        row[other] = (row[other] ?? 0) + spread * value * (values[other] ?? 0);
    }
  }
  return solve(bend, slope);
}

function dot(values: readonly number[], weights: readonly number[]): number {
  let total = 0;
  for (let at = 0; at < weights.length; at += 1) total += (weights[at] ?? 0) * (values[at] ?? 0);
  return total;
}

/** Gaussian elimination with the largest pivot. A weight that no row affects does not move. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let at = column + 1; at < size; at += 1)
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = at;
    const [chosen, here] = [rows[pivot], rows[column]];
    if (chosen === undefined || here === undefined || (chosen[column] ?? 0) === 0) continue;
    rows[pivot] = here;
    rows[column] = chosen;
    for (const row of rows) {
      if (row === chosen) continue;
      const factor = (row[column] ?? 0) / (chosen[column] ?? 1);
      for (let at = column; at <= size; at += 1) row[at] = (row[at] ?? 0) - factor * (chosen[at] ?? 0);
    }
  }
  return rows.map((row, at) => ((row[at] ?? 0) === 0 ? 0 : (row[size] ?? 0) / (row[at] ?? 1)));
}
