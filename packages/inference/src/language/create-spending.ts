import { noCurrency } from '@avow/contract/values';
import type { Clock } from '@avow/foundation';
import type { ModelCost } from '../language-model.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { TokenUsage } from './read-stream-usage.ts';

/** Tracks the spending on a model against its budget. */
export interface ModelSpending {
  /** Adds the cost of these tokens to the sum of the day and returns it. */
  charge(usage: TokenUsage): ModelCost;
  isSpent(): boolean;
}

const dayMs = 86_400_000;
const tokensOfPrice = 1_000_000;

/**
 * The sum of the day (UTC) is kept in memory, per process, and starts at zero. Running calls are not aborted when the
 * budget is exhausted, so it may be exceeded by the calls in progress.
 */
export function createSpending(
  { price, budgetPerDay }: Pick<ModelSettings, 'price' | 'budgetPerDay'>,
  clock: Clock,
): ModelSpending {
  let day = 0;
  let sum = 0;
  const turnDay = () => {
    const today = Math.floor(clock.nowMs() / dayMs);
    if (today > day) sum = 0;
    day = Math.max(day, today);
  };
  return {
    charge: ({ inputTokens, outputTokens }) => {
      const amount =
        price === null
          ? 0
          : (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / tokensOfPrice;
      turnDay();
      sum += amount;
      return { currency: price?.currency ?? noCurrency, amount, inputTokens, outputTokens };
    },
    isSpent: () => {
      turnDay();
      return budgetPerDay !== null && sum >= budgetPerDay;
    },
  };
}
