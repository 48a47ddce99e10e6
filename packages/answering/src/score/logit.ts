/** No logit is further from 0 than this: no evidence makes an answer more likely than 0.982, or less likely than 0.018. */
export const logitMax = 4;

export function logitOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}

export function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

export function clip(
  value: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  // A feature that is not a number is a defect in its measurement, and no score may be computed from it.
  if (Number.isNaN(value)) throw new RangeError('a measure of an answer is not a number');
  return Math.min(most, Math.max(least, value));
}

export function roundToFourDecimals(value: number): number {
  // Without the sum a small number below 0 would become −0, which is not 0 everywhere.
  return Math.round(value * 10_000) / 10_000 + 0;
}
