import type { CallerId, CuratedId, HoldId, MessageId, TenantId, ThreadId } from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';
import type { Hold, HoldTarget, Retention, Thread } from './retention-store.ts';

export interface ErasedMessage {
  readonly messageId: MessageId;
  readonly erasedAtMs: number;
  readonly place: LogPlace;
  /** Curated pairs that were drafted from it. They are not erased. */
  readonly pairs: readonly CuratedId[];
}

/** The outcome of erasing the messages of a person or of a thread. */
export interface ErasedMessages {
  readonly erased: number;
  /** Messages under a legal hold: on the message, on its thread, or on somebody else who gave feedback on it. */
  readonly underHold: readonly MessageId[];
  /** Still being answered, or in review. */
  readonly notEnded: readonly MessageId[];
  readonly pairs: readonly CuratedId[];
  /** There is more than one call erases: call again. */
  readonly hasMore: boolean;
}

/** Erasure, legal holds and retention, as used by the routes. Refusals are thrown as an `AppError`: `not_found`, `legal_hold`, `invalid_state`. */
export interface RecordRetention {
  eraseMessage(tenantId: TenantId, messageId: MessageId, by: CallerId): Promise<ErasedMessage>;
  eraseEndUser(tenantId: TenantId, endUserId: string, by: CallerId): Promise<ErasedMessages>;
  /** Also closes the thread: it cannot be continued any more. */
  eraseThread(tenantId: TenantId, threadId: ThreadId, by: CallerId): Promise<ErasedMessages>;
  getThread(tenantId: TenantId, threadId: ThreadId): Promise<Thread | null>;
  placeHold(
    tenantId: TenantId,
    options: { readonly target: HoldTarget; readonly reason: string },
    by: CallerId,
  ): Promise<Hold>;
  liftHold(tenantId: TenantId, holdId: HoldId, by: CallerId): Promise<Hold>;
  getHold(tenantId: TenantId, holdId: HoldId): Promise<Hold | null>;
  listHolds(
    tenantId: TenantId,
    filter: { readonly isActive?: boolean },
    page: { readonly before: HoldId | null; readonly limit: number },
  ): Promise<Hold[]>;
  getRetention(tenantId: TenantId): Promise<Retention>;
  setRetention(tenantId: TenantId, retention: Retention, by: CallerId): Promise<Retention>;
}
