import type { Clock } from '@avow/foundation';
import { createRecentCounts } from './create-recent-counts.ts';

/** The outcome of an attempt as far as the provider is responsible. Overloaded: it works but limited the rate. */
export type CallOutcome = 'worked' | 'failed' | 'overloaded';

/** Decides whether a provider fails too often. */
export interface FailureCount {
  note(outcome: CallOutcome): void;
  isTooMuch(): boolean;
  /** The next failure is too much, unless an attempt works before. */
  suspect(): void;
  clear(): void;
}

export const failuresInRowMax = 5;
export const triesSampledMin = 10;
export const failedShareMax = 0.5;
const windowMs = 30_000;

/**
 * The limit is a number of failures in a row, or a share of recent attempts if there were enough of them. Rate-limit
 * responses count only in the share: occasional ones are normal.
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
    suspect: () => {
      inRow = Math.max(inRow, failuresInRowMax - 1);
    },
    clear: () => {
      inRow = 0;
      recent.clear();
    },
  };
}
