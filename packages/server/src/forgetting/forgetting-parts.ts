import type { ForgettingStore } from '../interfaces/forgetting-store.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';

export interface ForgettingParts {
  readonly store: ForgettingStore;
  readonly nowMs: () => number;
  /** Drops what is remembered in memory of the tenant's questions and answers. */
  readonly forgetCached: (tenantId: TenantId) => void;
  /** Messages of this person that are being answered, and may not be on record yet. */
  readonly listRunningOf: (tenantId: TenantId, endUserId: string) => readonly MessageId[];
}
