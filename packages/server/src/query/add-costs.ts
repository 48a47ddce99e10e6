import type { ModelCost } from '../interfaces/language-model.ts';

/**
 * What several calls cost together; null where there was none. Of several currencies the first in which something was paid
 * counts: a models file has one, and models without a price have none.
 */
export function addCosts(costs: ReadonlyArray<ModelCost | null>): ModelCost | null {
  const told = costs.filter((cost) => cost !== null);
  const first = told.find(({ amount }) => amount > 0) ?? told[0];
  if (first === undefined) return null;
  return {
    currency: first.currency,
    amount: told.reduce((sum, { amount, currency }) => sum + (currency === first.currency ? amount : 0), 0),
    inputTokens: told.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: told.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  };
}
