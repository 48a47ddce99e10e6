import type { InFlight } from '../interfaces/in-flight.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { RecordUpkeep } from '../interfaces/record-store.ts';
import type { Budgets } from './create-budgets.ts';
import type { QueryParts } from './query-parts.ts';
import type { Delivery } from './record-message.ts';

export interface QueriesParts extends QueryParts {
  readonly knowledge: KnowledgeStore;
  readonly upkeep: RecordUpkeep;
  readonly inFlight: InFlight;
  readonly budgets: Budgets;
  /** What is wrong with the form that a client has given for its answer; null: nothing. */
  readonly faultOfSchema: (schema: Readonly<Record<string, unknown>>) => string | null;
  readonly limits: {
    readonly deadlineMs: number;
    readonly idempotencyKeepMs: number;
    readonly queuedMax: number;
    /** How long after its question an answer may wait for a person. */
    readonly reviewWaitMs: number;
  };
  /** Told of messages answered in the background that failed: nobody waits for them. */
  readonly onBackgroundFailure: (error: unknown, messageId: string) => void;
}

/** `accepted`: the answer comes later. `delivered`: the message has ended. */
export type Answer = Delivery & { readonly kind: 'delivered' | 'accepted' };
