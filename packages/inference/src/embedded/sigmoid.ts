/** A logit as a probability by itself. A temperature above 1 brings it nearer to one half. */
export function sigmoid(logit: number, temperature: number): number {
  return 1 / (1 + Math.exp(-logit / temperature));
}
