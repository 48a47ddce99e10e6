import { setTimeout as wait } from 'node:timers/promises';
import type { FailedTier } from '@avow/answering';
import type { ModelCost } from '@avow/inference';
import { audienceOfAll, type GrowingAudience, growAudience } from '../../features/records/audience.ts';
import type { GuardedAdmission } from '../admission/admission.ts';

/** What is recorded of a query however it ends, as it becomes known. */
export interface QueryTally {
  /** To be called when a language model is asked, not when it has answered. Null: none was. */
  addCost(cost: Promise<ModelCost | null>): void;
  /** What it has cost so far, with or without success; null: nothing. */
  cost(): Promise<ModelCost | null>;
  /** Who may see what it relies on. */
  readonly audience: GrowingAudience;
  failedTiers: readonly FailedTier[];
}

/** A cancelled call reports its cost at once: one that does not is not waited for. */
const lateMs = 500;

/**
 * A call has a cost even if nobody waits for its answer any more. The cost is known a moment after the query's time has
 * ended, and is counted all the same: otherwise a caller who cancels would pay nothing.
 */
export function openTally({ request }: Pick<GuardedAdmission, 'request'>): QueryTally {
  const { groups = [], history: stated = [] } = request;
  const audience = growAudience(groups);
  // What a client states of a conversation may be from anything that its groups may see.
  if (stated.length > 0) audience.addAudience(audienceOfAll(groups));
  const known: ModelCost[] = [];
  const open = new Set<Promise<void>>();
  return {
    audience,
    failedTiers: [],
    addCost: (cost) => {
      const counted = cost
        .then(
          (reported) => void (reported !== null && known.push(reported)),
          () => undefined,
        )
        .finally(() => open.delete(counted));
      open.add(counted);
    },
    cost: async () => {
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
