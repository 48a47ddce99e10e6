import type { Clock } from '@avow/foundation';
import { createRecentCounts } from './create-recent-counts.ts';

/** A retry budget: a share of the calls, so that retries never multiply the load of an outage. */
export interface RetryBudget {
  noteCall(): void;
  /** Takes one retry from the budget; false: it is exhausted. */
  takeRetry(): boolean;
}

export const retryShareMax = 0.2;
/** Granted beyond the share, so that a rarely used model can be retried too. */
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
