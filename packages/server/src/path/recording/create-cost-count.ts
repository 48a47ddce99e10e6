import { setTimeout as wait } from 'node:timers/promises';
import type { ModelCost } from '@avow/inference';
import { addCosts } from './add-costs.ts';

/** What a query has cost so far, with or without success. */
export interface CostCount {
  /** To be called when a language model is asked, not when it has answered. Null: none was. */
  add(cost: Promise<ModelCost | null>): void;
  /** The sum; null: nothing. */
  total(): Promise<ModelCost | null>;
}

/** A cancelled call reports its cost at once: one that does not is not waited for. */
const lateMs = 500;

/**
 * A call has a cost even if nobody waits for its answer any more. The cost is known a moment after the query's time has
 * ended, and is counted all the same: otherwise a caller who cancels would pay nothing.
 */
export function createCostCount(): CostCount {
  const known: ModelCost[] = [];
  const open = new Set<Promise<void>>();
  return {
    add: (cost) => {
      const counted = cost
        .then(
          (reported) => void (reported !== null && known.push(reported)),
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
