/** The model's word and the first guess together, by their odds: the model's counts by its share, the guess by the rest. */
export function mixOdds(
  { byModel, byGauge }: { readonly byModel: number; readonly byGauge: number },
  modelShare: number,
): number {
  const odds = modelShare * logOdds(byModel) + (1 - modelShare) * logOdds(byGauge);
  return 1 / (1 + Math.exp(-odds));
}

/** A probability that counts for less, by so much of the logarithm of its odds. */
export function lowerOdds(probability: number, less: number): number {
  return 1 / (1 + Math.exp(less - logOdds(probability)));
}

function logOdds(probability: number): number {
  const held = Math.min(1 - 1e-4, Math.max(1e-4, probability));
  return Math.log(held / (1 - held));
}
