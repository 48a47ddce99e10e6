import type { MessageId, TenantId } from '@avow/foundation';
import type { RetentionStore } from './retention-store.ts';

export interface RecordRetentionParts {
  readonly store: RetentionStore;
  readonly nowMs: () => number;
  /** Drops the tenant's questions and answers from caches in memory. */
  readonly dropCached: (tenantId: TenantId) => void;
  /** Messages of this person that are being answered, and may not be recorded yet. */
  readonly listRunningOf: (tenantId: TenantId, endUserId: string) => readonly MessageId[];
}
