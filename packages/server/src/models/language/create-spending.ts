import { noCurrency } from '@avow/contract';
import type { Clock } from '../../clock/clock.ts';
import type { ModelCost } from '../../interfaces/language-model.ts';
import type { ModelSettings } from '../../interfaces/model-settings.ts';
import type { TokenUsage } from './read-told-usage.ts';

/** What is spent on a model, and whether it may be asked at all. */
export interface Spending {
  /** What so many tokens cost; the day's sum has it then. */
  charge(usage: TokenUsage): ModelCost;
  isSpent(): boolean;
}

const dayMs = 86_400_000;
const tokensOfPrice = 1_000_000;

/**
 * The sum of the day (UTC) is kept in memory: it begins at nothing when the process starts, and each process has its own.
 * Calls that run while the last of it is spent are not cut, so it may be overdrawn by what runs at once.
 */
export function createSpending(
  { price, budgetPerDay }: Pick<ModelSettings, 'price' | 'budgetPerDay'>,
  clock: Clock,
): Spending {
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
