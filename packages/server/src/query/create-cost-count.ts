import { setTimeout as wait } from 'node:timers/promises';
import type { ModelCost } from '../interfaces/language-model.ts';
import { addCosts } from './add-costs.ts';

/** What a query has used up so far, whatever becomes of it. */
export interface CostCount {
  /** To be called when a language model is asked, not when it has answered. Null: none was. */
  add(cost: Promise<ModelCost | null>): void;
  /** All of it together; null: nothing. */
  total(): Promise<ModelCost | null>;
}

/** A call that was called off says at once what it cost: whoever does not is not waited for. */
const lateMs = 500;

/**
 * A call costs something also where nobody waits for its answer any more. What it was is known a moment after the end of
 * the query's time, and counts all the same: else whoever cancels would ask for nothing.
 */
export function createCostCount(): CostCount {
  const known: ModelCost[] = [];
  const open = new Set<Promise<void>>();
  return {
    add: (cost) => {
      const counted = cost
        .then(
          (told) => void (told !== null && known.push(told)),
          () => undefined,
        )
        .finally(() => open.delete(counted));
      open.add(counted);
    },
    total: async () => {
      if (open.size > 0) {
        const stop = new AbortController();
        await Promise.race([
          Promise.all(open),
          wait(lateMs, undefined, { signal: stop.signal }).catch(() => {}),
        ]);
        stop.abort();
      }
      return addCosts(known);
    },
  };
}
