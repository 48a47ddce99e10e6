import type { MessageId } from '@avow/foundation';
import type { ContentStore } from '../features/content/content-store.ts';
import type { RecordUpkeep } from '../features/records/record-store.ts';
import type { InFlight } from '../limits/in-flight-limit.ts';
import type { Budgets } from './admission/create-budgets.ts';
import type { QueryParts } from './query-parts.ts';
import type { Delivery } from './recording/record-message.ts';

export interface QueriesParts extends QueryParts {
  readonly content: ContentStore;
  readonly upkeep: RecordUpkeep;
  readonly inFlight: InFlight;
  readonly budgets: Budgets;
  /** What is wrong with the schema that a client has given for its answer; null: nothing. */
  readonly faultOfSchema: (schema: Readonly<Record<string, unknown>>) => string | null;
  readonly limits: {
    readonly deadlineMs: number;
    readonly idempotencyKeepMs: number;
    readonly queuedMax: number;
    /** How long after its query an answer may be pending review. */
    readonly reviewWaitMs: number;
  };
  /** Cancels a message on another node that is answering it. Omitted: there is no other. */
  readonly cancelElsewhere?: (messageId: MessageId) => Promise<void>;
  /** Called when a message answered in the background fails, since no client waits for it. */
  readonly onBackgroundFailure: (error: unknown, messageId: string) => void;
}

/** `accepted`: the answer comes later. `delivered`: the message has ended. */
export type Answer = Delivery & { readonly kind: 'delivered' | 'accepted' };
