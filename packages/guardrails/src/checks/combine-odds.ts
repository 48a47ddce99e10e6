/** The weighted mean of both log odds, as a probability: the model's has the weight `modelShare`, the classifier's the rest. */
export function combineOdds(
  { byModel, byClassifier }: { readonly byModel: number; readonly byClassifier: number },
  modelShare: number,
): number {
  const odds = modelShare * logOdds(byModel) + (1 - modelShare) * logOdds(byClassifier);
  return 1 / (1 + Math.exp(-odds));
}

function logOdds(probability: number): number {
  const clamped = Math.min(1 - 1e-4, Math.max(1e-4, probability));
  return Math.log(clamped / (1 - clamped));
}
