/**
 * From this calibrated probability on, a similar pair answers without the documents being read for comparison. Chosen on
 * the tuning halves of banks from elsewhere (`matched` in the confidence harness): of the matches above it 99 % are right,
 * 97 % in banks of a handful of pairs, and half of all matches lie above it.
 */
const beyondDoubtMin = 0.95;

export function isBeyondDoubt(probability: number): boolean {
  return probability >= beyondDoubtMin;
}
