import type { MessageId, TenantId } from '@avow/foundation';
import type { JournalEvent } from '../../features/records/record-store.ts';
import type { IncomingQuery, ReplayedQuery } from '../admission/admission.ts';

/** A query whose admission is committed, and which is being answered whether or not anybody follows it. */
export interface BegunQuery {
  readonly kind: 'begun';
  readonly messageId: MessageId;
  readonly requestId: string;
  /** From the first to the terminal one, each of them durable. May be called once. Aborting ends it, not the message. */
  events(signal: AbortSignal): AsyncIterable<JournalEvent>;
}

/**
 * `over`: the message has ended, and the follower has seen its terminal event. `beyond`: the follower names an event that
 * the message does not have.
 */
export type Followed =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'over' }
  | { readonly kind: 'beyond' }
  | { readonly kind: 'following'; readonly events: AsyncIterable<JournalEvent> };

export interface FollowFrom {
  /** The number of the last event that the follower has seen; 0: none. */
  readonly after: number;
  readonly signal: AbortSignal;
}

export type Cancelled =
  | { readonly kind: 'cancelled'; readonly body: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'ended' };

/** Messages that are followed while they are answered. */
export interface Streaming {
  /** Throws if the query is refused before it is admitted. */
  begin(
    query: IncomingQuery,
    waiting: { readonly waitMs: number | null },
  ): Promise<BegunQuery | ReplayedQuery>;
  follow(tenantId: TenantId, messageId: MessageId, from: FollowFrom): Promise<Followed>;
  /** Resolves once the end is on record. */
  cancel(tenantId: TenantId, messageId: MessageId): Promise<Cancelled>;
}
