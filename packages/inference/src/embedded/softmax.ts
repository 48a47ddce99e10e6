/** Logits as probabilities that add up to 1. A temperature above 1 brings them nearer to one another. */
export function softmax(logits: ArrayLike<number>, temperature: number): number[] {
  const scaled = Array.from(logits, (logit) => logit / temperature);
  // What is subtracted cancels out, and keeps the largest power at 1.
  const largest = Math.max(...scaled);
  const powers = scaled.map((value) => Math.exp(value - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
