import type { Clock } from '../../clock/clock.ts';
import { createRecentCounts } from './create-recent-counts.ts';

/** How a try ended, as far as the provider is to blame. Overloaded: it works, and asked for fewer requests. */
export type TryOutcome = 'worked' | 'failed' | 'overloaded';

/** Whether a provider fails so often that it is better left alone. */
export interface FailureCount {
  note(outcome: TryOutcome): void;
  isTooMuch(): boolean;
  clear(): void;
}

export const failuresInRowMax = 5;
export const triesSampledMin = 10;
export const failedShareMax = 0.5;
const windowMs = 30_000;

/**
 * Too much are so many failures in a row, or more than the share of enough tries of late. A limit on the rate counts in
 * the share alone: some refusals between answers are how such limits work.
 */
export function createFailureCount(clock: Clock): FailureCount {
  const recent = createRecentCounts({ clock, windowMs, kinds: ['worked', 'failed', 'overloaded'] });
  let inRow = 0;
  return {
    note: (outcome) => {
      recent.note(outcome);
      if (outcome === 'worked') inRow = 0;
      if (outcome === 'failed') inRow += 1;
    },
    isTooMuch: () => {
      if (inRow >= failuresInRowMax) return true;
      const { worked, failed, overloaded } = recent.read();
      const tries = worked + failed + overloaded;
      return tries >= triesSampledMin && failed + overloaded > tries * failedShareMax;
    },
    clear: () => {
      inRow = 0;
      recent.clear();
    },
  };
}
