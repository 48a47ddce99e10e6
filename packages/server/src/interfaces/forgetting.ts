import type { Hold, HoldTarget, Retention } from './forgetting-store.ts';
import type { CuratedId, HoldId, KeyId, MessageId, TenantId } from './identity.ts';
import type { LogPlace } from './log-store.ts';

export interface ErasedMessage {
  readonly messageId: MessageId;
  readonly erasedAtMs: number;
  readonly place: LogPlace;
  /** Curated pairs that were drafted from it, which stay. */
  readonly pairs: readonly CuratedId[];
}

export interface ErasedEndUser {
  readonly erased: number;
  /** Kept by holds on the message, on its thread, or over somebody else who gave feedback on it. */
  readonly held: readonly MessageId[];
  /** Still being answered, or waiting for a person. */
  readonly notEnded: readonly MessageId[];
  readonly pairs: readonly CuratedId[];
  /** There is more than one call does: ask again. */
  readonly hasMore: boolean;
}

/** Erasing, holding and keeping, as the routes have it. What cannot be is thrown as an `AppError`: `not_found`, `legal_hold`, `invalid_state`. */
export interface Forgetting {
  eraseMessage(tenantId: TenantId, messageId: MessageId, by: KeyId): Promise<ErasedMessage>;
  eraseEndUser(tenantId: TenantId, endUserId: string, by: KeyId): Promise<ErasedEndUser>;
  placeHold(
    tenantId: TenantId,
    wish: { readonly target: HoldTarget; readonly reason: string },
    by: KeyId,
  ): Promise<Hold>;
  liftHold(tenantId: TenantId, holdId: HoldId, by: KeyId): Promise<Hold>;
  getHold(tenantId: TenantId, holdId: HoldId): Promise<Hold | null>;
  listHolds(
    tenantId: TenantId,
    filter: { readonly isStanding?: boolean },
    page: { readonly before: HoldId | null; readonly limit: number },
  ): Promise<Hold[]>;
  getRetention(tenantId: TenantId): Promise<Retention>;
  setRetention(tenantId: TenantId, retention: Retention, by: KeyId): Promise<Retention>;
}
