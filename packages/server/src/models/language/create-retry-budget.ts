import type { Clock } from '../../clock/clock.ts';
import { createRecentCounts } from './create-recent-counts.ts';

/** How many tries may be made again: a share of what is asked, so that an outage is never multiplied. */
export interface RetryBudget {
  noteCall(): void;
  /** True where one more try is within the budget, which it then has used. */
  takeRetry(): boolean;
}

export const retryShareMax = 0.2;
/** Beyond the share, so that a model that is seldom asked gets its second try too. */
export const retriesFree = 3;
const windowMs = 60_000;

export function createRetryBudget(clock: Clock): RetryBudget {
  const recent = createRecentCounts({ clock, windowMs, kinds: ['call', 'retry'] });
  return {
    noteCall: () => recent.note('call'),
    takeRetry: () => {
      const { call, retry } = recent.read();
      if (retry + 1 > call * retryShareMax + retriesFree) return false;
      recent.note('retry');
      return true;
    },
  };
}
