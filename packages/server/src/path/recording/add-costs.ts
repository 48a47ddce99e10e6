import type { ModelCost } from '@avow/inference';

/**
 * What several calls cost together; null if there was none. Of several currencies the first in which something was paid
 * counts: a models file has one, and models without a price have none.
 */
export function addCosts(costs: ReadonlyArray<ModelCost | null>): ModelCost | null {
  const known = costs.filter((cost) => cost !== null);
  const first = known.find(({ amount }) => amount > 0) ?? known[0];
  if (first === undefined) return null;
  return {
    currency: first.currency,
    amount: known.reduce((sum, { amount, currency }) => sum + (currency === first.currency ? amount : 0), 0),
    inputTokens: known.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: known.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
}
